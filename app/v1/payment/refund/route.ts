import { endpoint } from "@/lib/api/endpoint";
import { refundPaymentOperation } from "@/lib/api/operations/refunds";
import { assertRefundKey } from "@/lib/refunds/assert-refund-key";
import { refundPayment } from "@/lib/refunds/refund-payment";

export const POST = endpoint(refundPaymentOperation, async ({ merchant, keyKind, body }) => {
  await assertRefundKey(merchant.id, keyKind);
  await refundPayment(merchant, body, null, { isByPaymentKey: keyKind === "payment" });
  return [];
});
