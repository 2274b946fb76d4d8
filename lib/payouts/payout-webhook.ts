import { formatWebhookAmount } from "@/lib/money/format";
import type { Payout } from "@/lib/payouts/payout";
import { isFinal } from "@/lib/payouts/status";

/** What a webhook says of a payout. */
export type PayoutFacts = Pick<
  Payout,
  | "id"
  | "orderId"
  | "status"
  | "amount"
  | "currencyCode"
  | "payerCode"
  | "sentAmount"
  | "networkCode"
  | "commission"
  | "debitedAmount"
  | "transactionId"
>;

/** Members of the payout webhook in the documented order, without `sign`. */
export function toPayoutWebhook(payout: PayoutFacts) {
  return {
    type: "payout",
    uuid: payout.id,
    order_id: payout.orderId,
    amount: formatWebhookAmount(payout.amount),
    merchant_amount: formatWebhookAmount(payout.debitedAmount),
    commission: formatWebhookAmount(payout.commission),
    is_final: isFinal(payout.status),
    status: payout.status,
    txid: payout.transactionId,
    currency: payout.currencyCode,
    network: payout.networkCode,
    payer_currency: payout.payerCode,
    payer_amount: formatWebhookAmount(payout.sentAmount),
  };
}
