import type { Deposit } from "@/lib/deposits/deposit";

/** What a time line tells of a deposit. */
export function depositDetail(deposit: Deposit) {
  return {
    deposit: deposit.id,
    inclusion: deposit.inclusion,
    transactionId: deposit.transactionId,
    network: deposit.networkCode,
    currency: deposit.currencyCode,
    amount: deposit.amount.toFixed(),
  };
}
