import { assertRefundKey, refundPayment } from "@/lib/exceptions/refunds/refund-payment";
import { toRefundView } from "@/lib/exceptions/refunds/schema";
import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { refundPaymentOperation } from "@/lib/fronts/machine-api/operations/refunds";

export const POST = endpoint(refundPaymentOperation, async ({ merchant, keyKind, body }) => {
  await assertRefundKey(merchant.id, keyKind);
  const refund = await refundPayment(merchant, body, null, { isByPaymentKey: keyKind === "payment" });
  return toRefundView(refund, merchant.clientLibrary);
});
