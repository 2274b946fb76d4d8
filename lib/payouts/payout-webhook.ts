import type { Decimal } from "@/lib/money/decimal";
import { formatWebhookAmount } from "@/lib/money/format";

/** What a webhook says of a payout. */
export type PayoutFacts = {
  readonly id: string;
  readonly orderId: string;
  readonly status: "process" | "check" | "paid" | "fail" | "cancel" | "system_fail";
  /** As ordered, in `currencyCode`. */
  readonly amount: Decimal;
  readonly currencyCode: string;
  /** The coin that is sent, and how much of it reaches the address. */
  readonly payerCode: string;
  readonly sentAmount: Decimal;
  readonly networkCode: string;
  /** In `payerCode`. */
  readonly commission: Decimal;
  /** Taken from the balance, all fees included. */
  readonly debitedAmount: Decimal;
  readonly transactionId: string | null;
};

/** Members of the payout webhook in the documented order, without `sign`. */
export function toPayoutWebhook(payout: PayoutFacts) {
  return {
    type: "payout",
    uuid: payout.id,
    order_id: payout.orderId,
    amount: formatWebhookAmount(payout.amount),
    merchant_amount: formatWebhookAmount(payout.debitedAmount),
    commission: formatWebhookAmount(payout.commission),
    is_final: payout.status !== "process" && payout.status !== "check",
    status: payout.status,
    txid: payout.transactionId,
    currency: payout.currencyCode,
    network: payout.networkCode,
    payer_currency: payout.payerCode,
    payer_amount: formatWebhookAmount(payout.sentAmount),
  };
}
