import { Prisma } from "@/lib/generated/prisma/client";
import type { EntryKind } from "@/lib/ledger/entry-kind";

/** Short enough that a day of every time zone begins with one. */
export const PERIOD_MS = 15 * 60_000;

/** The accounts of what the gateway earns. */
const EARNING_KINDS = ["fees-earned", "conversion-gains"] as const;

/** Entries that move earnings, but earn nothing: those of the operator's own money. */
export const NOT_EARNED: readonly EntryKind[] = [
  "capital.move",
  "withdrawal.reserve",
  "withdrawal.settle",
  "withdrawal.return",
];

/**
 * Entries that credit payments from deposits, and those that reverse them. The reference names the
 * credit.
 */
const RECEIVED: readonly EntryKind[] = ["invoice.credit", "invoice.credit-reverse", "wallet.fee", "wallet.fee-reverse"];

/**
 * The postings that `selected` reads, as `(period, kind, currency_code, earned, received_usd)`, in
 * SQL. The value of a payment is that of its quote, as in the merchant's statistics; a reversal
 * takes away the same, when it happens. Accounts and entries are looked up one by one, because the
 * planner cannot know that the postings are few.
 */
export function linesOf(selected: Prisma.Sql): Prisma.Sql {
  const part = (place: number) => Prisma.sql`split_part(e.reference, ':', ${place}::int)`;
  return Prisma.sql`
    SELECT date_bin('15 minutes', e.created_at, timestamptz '1970-01-01T00:00:00Z') AS period, e.kind, p.currency_code,
      CASE WHEN a.kind = ANY(${[...EARNING_KINDS]}::text[]) THEN -p.amount ELSE 0 END AS earned,
      CASE WHEN a.kind = 'user' THEN p.amount * coalesce((
          SELECT usd_rate FROM internal_payments WHERE id = ${part(1)}::uuid), 0)
        WHEN a.kind = 'invoice-pending' THEN p.amount * coalesce((
          SELECT usd_rate FROM invoice_credits WHERE deposit_id = ${part(1)}::uuid AND inclusion = ${part(2)}::int), 0)
        ELSE 0 END AS received_usd
    FROM (${selected}) p
      CROSS JOIN LATERAL (SELECT kind FROM accounts WHERE id = p.account_id
        AND kind = ANY(${[...EARNING_KINDS, "invoice-pending", "user"]}::text[]) OFFSET 0) a
      CROSS JOIN LATERAL (SELECT kind, reference, created_at FROM journal_entries WHERE id = p.entry_id
        AND (a.kind <> 'invoice-pending' OR kind = ANY(${[...RECEIVED]}::text[]))
        AND (a.kind <> 'user' OR kind = 'invoice.credit-internal') OFFSET 0) e`;
}
