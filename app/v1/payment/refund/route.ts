import { endpoint } from "@/lib/api/endpoint";
import { refundPaymentOperation } from "@/lib/api/operations/refunds";
import { refundPayment } from "@/lib/refunds/refund-payment";

export const POST = endpoint(refundPaymentOperation, async ({ merchant, body }) => {
  await refundPayment(merchant, body);
  return [];
});
