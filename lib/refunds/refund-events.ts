import type { Refund } from "@/lib/refunds/refund";

/** What a payment's time line tells of a refund that was ordered. */
export function orderedDetail(refund: Refund) {
  return {
    refund: refund.id,
    currency: refund.currencyCode,
    amount: refund.amount.toFixed(),
    sent: refund.sentAmount.toFixed(),
    commission: refund.commission.toFixed(),
    address: refund.address,
  };
}
