import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import type { AccountName } from "@/lib/ledger/account";
import type { EntryKind } from "@/lib/ledger/entry-kind";
import type { StatementGroup } from "@/lib/ledger/statements/schema";

/** The kinds of each filter choice except `other`, which is everything else. */
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

type KindFilter = { readonly kinds: readonly EntryKind[]; readonly isExcluding: boolean };

/** Returns the kinds of a choice; null: all. */
export function kindsOf(group: StatementGroup | undefined): KindFilter | null {
  if (group === undefined) return null;
  if (group === "other") return { kinds: Object.values(KINDS_OF_GROUP).flat(), isExcluding: true };
  return { kinds: KINDS_OF_GROUP[group], isExcluding: false };
}

/** The sort key of a statement: the booking time, then the order of the postings. */
export type LinePlace = { readonly at: Date; readonly id: bigint };

export type LineFilter = {
  readonly from: Date | null;
  readonly to: Date | null;
  readonly kinds: KindFilter | null;
  /** Only entries older than this. */
  readonly before: LinePlace | null;
};

export type LineRow = {
  readonly id: bigint;
  readonly entryId: bigint;
  readonly at: Date;
  readonly kind: string;
  readonly reference: string;
  readonly memo: string;
  /** In the account's normal direction. */
  readonly amount: Prisma.Decimal;
  readonly balance: Prisma.Decimal;
};

export type RangeSums = {
  readonly opening: Prisma.Decimal;
  readonly closing: Prisma.Decimal;
  readonly incoming: Prisma.Decimal;
  readonly outgoing: Prisma.Decimal;
  readonly count: number;
};

/**
 * Selects a page of an account's postings, newest first, each with the balance right after it, and
 * the sums of the requested period: in one statement, so that they are consistent. Balances are
 * sums over all postings, including those not shown. For credit accounts.
 */
export async function selectLines(
  { kind, ownerId, currency }: Pick<AccountName, "kind" | "ownerId" | "currency">,
  filter: LineFilter,
  limit: number,
): Promise<{ sums: RangeSums; rows: LineRow[] }> {
  const inRange = rangeOf(filter);
  const older = filter.before
    ? Prisma.sql`AND (l.created_at, l.id) < (${filter.before.at}, ${filter.before.id})`
    : Prisma.empty;
  const found = await database().$queryRaw<(RangeSums & Partial<LineRow>)[]>`
    WITH lines AS (
      SELECT p.id, p.entry_id, -p.amount AS amount, e.kind, e.created_at
      FROM accounts a JOIN postings p ON p.account_id = a.id JOIN journal_entries e ON e.id = p.entry_id
      WHERE a.kind = ${kind} AND a.owner_id = ${ownerId} AND a.currency_code = ${currency}),
    sums AS (
      SELECT coalesce(sum(amount) FILTER (WHERE ${isBefore(filter.from)}), 0) AS opening,
        coalesce(sum(amount) FILTER (WHERE ${isUntil(filter.to)}), 0) AS closing,
        coalesce(sum(amount) FILTER (WHERE amount > 0 AND ${inRange}), 0) AS incoming,
        coalesce(sum(amount) FILTER (WHERE amount < 0 AND ${inRange}), 0) AS outgoing,
        (count(*) FILTER (WHERE ${inRange}))::int AS count
      FROM lines l),
    page AS (SELECT l.* FROM lines l WHERE ${inRange} ${older} ORDER BY l.created_at DESC, l.id DESC LIMIT ${limit}),
    -- Only what lies between the page's ends is put in order and added up line by line; what is older is one sum.
    newest AS (SELECT created_at, id FROM page ORDER BY created_at DESC, id DESC LIMIT 1),
    oldest AS (SELECT created_at, id FROM page ORDER BY created_at, id LIMIT 1),
    older AS (
      SELECT coalesce(sum(l.amount), 0) AS amount FROM lines l, oldest o WHERE (l.created_at, l.id) < (o.created_at, o.id)),
    span AS (
      SELECT l.id, sum(l.amount) OVER (ORDER BY l.created_at, l.id) AS amount FROM lines l, oldest o, newest n
      WHERE (l.created_at, l.id) >= (o.created_at, o.id) AND (l.created_at, l.id) <= (n.created_at, n.id))
    SELECT s.*, p.id, p.entry_id AS "entryId", p.created_at AS at, p.kind, e.reference, e.memo, p.amount,
      older.amount + span.amount AS balance
    FROM sums s CROSS JOIN older LEFT JOIN page p ON true LEFT JOIN span ON span.id = p.id
      LEFT JOIN journal_entries e ON e.id = p.entry_id
    ORDER BY p.created_at DESC, p.id DESC`;
  const [sums] = found;
  if (sums === undefined) throw new Error("Sums of no rows are one row");
  return { sums, rows: found.filter((row): row is RangeSums & LineRow => row.id !== null) };
}

const isBefore = (from: Date | null) => (from === null ? Prisma.sql`false` : Prisma.sql`l.created_at < ${from}`);
const isUntil = (to: Date | null) => (to === null ? Prisma.sql`true` : Prisma.sql`l.created_at < ${to}`);

function rangeOf({ from, to, kinds }: LineFilter): Prisma.Sql {
  const ofKind =
    kinds === null
      ? Prisma.sql`true`
      : Prisma.sql`(l.kind = ANY(${[...kinds.kinds]}::text[])) IS DISTINCT FROM ${kinds.isExcluding}`;
  return Prisma.sql`(NOT ${isBefore(from)} AND ${isUntil(to)} AND ${ofKind})`;
}

export type SubjectRow = {
  readonly entryId: bigint;
  /** What the gateway earned by the entry, in the account's currency. */
  readonly fee: Prisma.Decimal | null;
  readonly invoiceId: string | null;
  readonly walletId: string | null;
  readonly payoutId: string | null;
  readonly caseId: string | null;
  /** Any merchant's invoice that was paid from a personal wallet. */
  readonly paidInvoiceId: string | null;
  readonly label: string | null;
  /** Of a payout or refund, in its own coin. */
  readonly commission: Prisma.Decimal | null;
  readonly commissionCode: string | null;
};

/**
 * Selects the subjects of entries, as far as they belong to the merchant (null: a user's wallet,
 * which is shown no merchant's objects), and their costs. References are distinguished by their
 * ids: uuids are unique across all tables.
 */
export function selectSubjects(
  entryIds: readonly bigint[],
  merchantId: string | null,
  currency: string,
): Promise<SubjectRow[]> {
  return database().$queryRaw<SubjectRow[]>`
    WITH entries AS (
      SELECT e.id, e.kind, CASE WHEN e.kind = 'receivable.repay' THEN split_part(e.reference, ':', 2)
        ELSE split_part(e.reference, ':', 1) END AS subject
      FROM journal_entries e WHERE e.id = ANY(${[...entryIds]}::bigint[])),
    named AS (
      SELECT id, kind, CASE WHEN subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN subject::uuid END AS subject
      FROM entries),
    fees AS (
      SELECT p.entry_id, -sum(p.amount) AS fee FROM postings p JOIN accounts a ON a.id = p.account_id
      WHERE p.entry_id = ANY(${[...entryIds]}::bigint[]) AND a.kind = 'fees-earned' AND p.currency_code = ${currency}
      GROUP BY p.entry_id)
    SELECT n.id AS "entryId", f.fee, i.id AS "invoiceId", w.id AS "walletId", po.id AS "payoutId", ca.id AS "caseId",
      CASE WHEN ${merchantId}::uuid IS NULL THEN ip.invoice_id END AS "paidInvoiceId",
      coalesce(po.order_id, i.order_id, w.order_id) AS label,
      coalesce(po.commission, re.commission) AS commission, coalesce(po.payer_code, re.currency_code) AS "commissionCode"
    FROM named n
      LEFT JOIN fees f ON f.entry_id = n.id
      LEFT JOIN deposits d ON d.id = n.subject
      LEFT JOIN internal_payments ip ON ip.id = n.subject
      LEFT JOIN payouts po ON po.id = n.subject AND po.merchant_id = ${merchantId}::uuid
      LEFT JOIN refunds re ON re.id = n.subject AND re.merchant_id = ${merchantId}::uuid
      LEFT JOIN cases ca ON ca.id = CASE WHEN re.id IS NULL THEN n.subject ELSE re.case_id END AND ca.merchant_id = ${merchantId}::uuid
      LEFT JOIN invoices i ON i.id = coalesce(ip.invoice_id, re.invoice_id, ca.invoice_id,
        CASE WHEN d.owner_kind = 'invoice' THEN d.owner_id END) AND i.merchant_id = ${merchantId}::uuid
      LEFT JOIN static_wallets w ON w.id = coalesce(re.wallet_id, ca.wallet_id,
        CASE WHEN d.owner_kind = 'wallet' THEN d.owner_id END) AND w.merchant_id = ${merchantId}::uuid`;
}
