import type { EntryKind } from "@/lib/ledger/entry-kind";
import type { StatementGroup } from "@/lib/statements/schema";

/** The kinds behind each choice of a statement's filter but `other`, which is all that no choice names. */
const KINDS_OF_GROUP: Readonly<Record<Exclude<StatementGroup, "other">, readonly EntryKind[]>> = {
  payments: [
    "invoice.credit",
    "invoice.credit-reverse",
    "invoice.credit-internal",
    "case.credit",
    "case.credit-reverse",
    "wallet.fee",
    "wallet.fee-reverse",
  ],
  payouts: ["payout.reserve", "payout.settle", "payout.return"],
  refunds: ["refund.reserve", "refund.settle", "refund.return"],
  transfers: ["transfer.to-personal", "transfer.to-business"],
  conversions: ["conversion.auto", "conversion.auto-reverse"],
};

export type KindFilter = { readonly kinds: readonly EntryKind[]; readonly isExcluding: boolean };

/** Which kinds a choice means; null: all. */
export function kindsOf(group: StatementGroup | undefined): KindFilter | null {
  if (group === undefined) return null;
  if (group === "other") return { kinds: Object.values(KINDS_OF_GROUP).flat(), isExcluding: true };
  return { kinds: KINDS_OF_GROUP[group], isExcluding: false };
}
