import type { EntryKind } from "@/lib/ledger/entry-kind";

/** What an entry of the books was, for whose wallet it moved. Safe for the browser. */
export const ENTRY_WORDS: Readonly<Record<EntryKind, string>> = {
  "deposit.book": "Payment booked",
  "deposit.reverse": "Payment left its chain",
  "invoice.credit": "Payment credited",
  "invoice.credit-reverse": "Credit taken back: the payment left its chain",
  "wallet.fee": "Fee for a static wallet",
  "wallet.fee-reverse": "Fee for a static wallet given back",
  "wallet.hold": "Payment to a blocked wallet held",
  "wallet.hold-reverse": "Held payment left its chain",
  "case.credit": "Payment credited after a decision",
  "case.credit-reverse": "Credit taken back: the payment left its chain",
  "referral.credit": "Share of a commission",
  "referral.credit-reverse": "Share of a commission taken back",
  "conversion.auto": "Converted",
  "conversion.auto-reverse": "Conversion undone",
  "transfer.to-personal": "To the personal wallet",
  "transfer.to-business": "To the business wallet",
  "payout.reserve": "Payout",
  "payout.settle": "Payout arrived",
  "payout.return": "Payout given back",
  "refund.reserve": "Refund",
  "refund.settle": "Refund arrived",
  "refund.return": "Refund given back",
  "send.commit": "Transaction signed",
  "send.settle": "Transaction settled",
  "send.release": "Transaction moved nothing",
  "sweep.settle": "Gathered in the hot wallet",
  "gas.settle": "Gas for a deposit address",
  "consolidation.settle": "Small coins made one",
  "arrival.cost": "Taken by the network for what arrived",
  "arrival.return": "Taken for what arrived, and its block left the chain",
  "withdrawal.reserve": "Withdrawal of the operator",
  "withdrawal.settle": "Withdrawal arrived",
  "withdrawal.return": "Withdrawal given back",
  "invoice.credit-internal": "Paid from a personal wallet",
  "receivable.repay": "What was owed is repaid",
  "capital.fund": "Capital came in",
  "capital.fund-reverse": "Capital left its chain",
  "capital.move": "Between earnings and capital",
  "treasury.fill": "Set aside for conversions",
  "treasury.draw": "Taken out of what conversions had",
};

/** The words of a kind as the database has it; one that this version does not know stands as it is. */
export function entryWords(kind: string): string {
  return Object.hasOwn(ENTRY_WORDS, kind) ? ENTRY_WORDS[kind as EntryKind] : kind;
}
