import { endpoint } from "@/lib/api/endpoint";
import { refundPaymentOperation } from "@/lib/api/operations/refunds";
import { assertRefundKey } from "@/lib/refunds/assert-refund-key";
import { refundPayment } from "@/lib/refunds/refund-payment";
import { toRefundView } from "@/lib/refunds/wire-view";

export const POST = endpoint(refundPaymentOperation, async ({ merchant, keyKind, body }) => {
  await assertRefundKey(merchant.id, keyKind);
  const refund = await refundPayment(merchant, body, null, { isByPaymentKey: keyKind === "payment" });
  return toRefundView(refund, merchant.clientLibrary);
});
