import type { EntryKind } from "@/lib/ledger/entry-kind";
import type { EntryOrigin } from "@/lib/ledger/statements/schema";

/** What a ledger entry was, for the owner of the wallet that it moved. Safe for the browser. */
export const ENTRY_LABELS: Readonly<Record<EntryKind, string>> = {
  "deposit.book": "Payment booked",
  "deposit.reverse": "Payment reversed: no longer on the chain",
  "invoice.credit": "Payment credited",
  "invoice.credit-reverse": "Credit reversed: payment no longer on the chain",
  "wallet.fee": "Static wallet creation fee",
  "wallet.fee-reverse": "Static wallet creation fee returned",
  "wallet.hold": "Payment to a blocked wallet held",
  "wallet.hold-reverse": "Held payment no longer on the chain",
  "case.credit": "Payment credited after a decision",
  "case.credit-reverse": "Credit reversed: payment no longer on the chain",
  "referral.credit": "Referral commission",
  "referral.credit-reverse": "Referral commission reversed",
  "conversion.auto": "Converted",
  "conversion.auto-reverse": "Conversion reversed",
  "transfer.to-personal": "Transfer to personal wallet",
  "transfer.to-business": "Transfer to business wallet",
  "payout.reserve": "Payout",
  "payout.settle": "Payout arrived",
  "payout.return": "Payout returned",
  "refund.reserve": "Refund",
  "refund.settle": "Refund arrived",
  "refund.return": "Refund returned",
  "send.commit": "Transaction signed",
  "send.settle": "Transaction settled",
  "send.release": "Transaction moved nothing",
  "sweep.settle": "Swept to the hot wallet",
  "gas.settle": "Gas for a deposit address",
  "consolidation.settle": "Coins consolidated",
  "arrival.cost": "Network cost of arrivals",
  "arrival.return": "Network cost of arrivals reversed: block no longer on the chain",
  "withdrawal.reserve": "Operator withdrawal",
  "withdrawal.settle": "Withdrawal arrived",
  "withdrawal.return": "Withdrawal returned",
  "invoice.credit-internal": "Paid from a personal wallet",
  "receivable.repay": "Debt repaid",
  "capital.fund": "Capital funded",
  "capital.fund-reverse": "Capital reversed: no longer on the chain",
  "capital.move": "Moved between earnings and capital",
  "treasury.fill": "Reserved for conversions",
  "treasury.draw": "Released to capital",
};

/**
 * Returns the label of a kind in the database; a kind that this version does not know is returned
 * unchanged.
 */
export function entryLabel(kind: string): string {
  return Object.hasOwn(ENTRY_LABELS, kind) ? ENTRY_LABELS[kind as EntryKind] : kind;
}

const ORIGIN_LABELS: Readonly<Record<EntryOrigin["kind"], string>> = {
  bill: "Bill",
  link: "Payment link",
  sale: "Point of sale",
};

/** What made the invoice of an entry, as text. */
export function originLabel({ kind, name }: EntryOrigin): string {
  return name === null ? ORIGIN_LABELS[kind] : `${ORIGIN_LABELS[kind]} ${name}`;
}
