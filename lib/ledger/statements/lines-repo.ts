import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import type { AccountName } from "@/lib/ledger/account";
import type { EntryKind } from "@/lib/ledger/entry-kind";
import { periodOf } from "@/lib/ledger/statements/period";
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

/** As a value: planned as one account, where a join would expect several. */
const OWN = Prisma.sql`(SELECT id FROM account)`;

/**
 * Selects a page of a wallet's postings, newest first, each with the balance right after it, and
 * the sums of the requested period: in one statement, so that they are consistent. Balances are
 * sums over all postings, including those not shown. For credit accounts.
 *
 * Reads the sums of all periods, and single lines only of the periods that the page shows or in
 * which the requested time begins or ends, and of what is not in the sums yet.
 */
export async function selectLines(
  { kind, ownerId, currency }: Pick<AccountName, "kind" | "ownerId" | "currency">,
  filter: LineFilter,
  limit: number,
): Promise<{ sums: RangeSums; rows: LineRow[] }> {
  const { from, to, before } = filter;
  const [isOfKind, isShown] = [ofKind(filter.kinds), isListed(filter)];
  const found = await database().$queryRaw<(RangeSums & Partial<LineRow>)[]>`
    WITH account AS (SELECT id FROM accounts WHERE kind = ${kind} AND owner_id = ${ownerId} AND currency_code = ${currency}),
    edges AS (
      SELECT ${periodOf(Prisma.sql`f`)} AS first, ${periodOf(Prisma.sql`t`)} AS last, ${periodOf(Prisma.sql`least(t, b)`)} AS newest, f AS from_at, t AS to_at
      FROM (SELECT coalesce(${from}::timestamptz, '-infinity') AS f, coalesce(${to}::timestamptz, 'infinity') AS t,
        coalesce(${before?.at ?? null}::timestamptz, 'infinity') AS b) given),
    sums AS MATERIALIZED (
      SELECT l.period, sum(l.incoming + l.outgoing) AS net,
        sum(l.incoming) FILTER (WHERE ${isOfKind}) AS incoming, sum(l.outgoing) FILTER (WHERE ${isOfKind}) AS outgoing,
        sum(l.line_count) FILTER (WHERE ${isOfKind}) AS count, min(l.first_posting) AS first_posting, max(l.last_posting) AS last_posting
      FROM statement_sums l WHERE l.account_id = ${OWN} GROUP BY l.period),
    tail AS MATERIALIZED (
      SELECT p.id, p.entry_id, -p.amount AS amount, e.kind, e.created_at, ${periodOf(Prisma.sql`e.created_at`)} AS period
      FROM postings p JOIN journal_entries e ON e.id = p.entry_id
      WHERE p.account_id = ${OWN} AND p.id > coalesce((SELECT summed_to FROM statement_state), 0)),
    read AS MATERIALIZED (
      SELECT period FROM (
        SELECT s.period, sum(s.count) OVER (ORDER BY s.period DESC) - s.count AS newer FROM sums s, edges
        WHERE s.count > 0 AND s.period < newest AND s.period >= first) p WHERE newer < ${limit}
      UNION SELECT unnest(ARRAY[first, last, newest]) FROM edges
      UNION SELECT period FROM (SELECT period FROM tail l WHERE ${isShown} ORDER BY created_at DESC, id DESC LIMIT ${limit}) t),
    -- Periods are nowhere joined, as that could be a nested loop: IS TRUE makes a table of those that are read.
    summed AS MATERIALIZED (
      SELECT p.id, p.entry_id, -p.amount AS amount, e.kind, e.created_at, s.period
      FROM sums s
        CROSS JOIN LATERAL (SELECT * FROM postings WHERE account_id = ${OWN} AND id BETWEEN s.first_posting AND s.last_posting OFFSET 0) p
        CROSS JOIN LATERAL (SELECT kind, created_at FROM journal_entries WHERE id = p.entry_id OFFSET 0) e
      WHERE (s.period IN (SELECT period FROM read)) IS TRUE AND ${periodOf(Prisma.sql`e.created_at`)} = s.period),
    nets AS (
      SELECT period, sum(net) AS net FROM (SELECT period, net FROM sums UNION ALL SELECT period, amount FROM tail) l GROUP BY period),
    -- As lines before all others of their period.
    openings AS (
      SELECT 0::bigint AS id, NULL::bigint AS entry_id, sum(net) OVER (ORDER BY period) - net AS amount, NULL::text AS kind,
        '-infinity'::timestamptz AS created_at, period
      FROM nets),
    page AS (
      SELECT * FROM (
        SELECT l.*, sum(l.amount) OVER (PARTITION BY l.period ORDER BY l.created_at, l.id) AS balance
        FROM (SELECT * FROM openings UNION ALL SELECT * FROM summed UNION ALL SELECT * FROM tail) l) l
      WHERE l.entry_id IS NOT NULL AND ${isShown} ORDER BY l.created_at DESC, l.id DESC LIMIT ${limit}),
    parts AS (
      SELECT period AS at, net, incoming, outgoing, count FROM sums, edges WHERE period NOT IN (first, last)
      UNION ALL
      SELECT created_at, amount, greatest(amount, 0) * n, least(amount, 0) * n, n
      FROM (SELECT l.*, (${isOfKind})::int AS n FROM (SELECT summed.* FROM summed, edges WHERE period IN (first, last) UNION ALL SELECT * FROM tail) l) l),
    ranged AS (
      SELECT coalesce(sum(net) FILTER (WHERE at < from_at), 0) AS opening, coalesce(sum(net) FILTER (WHERE at < to_at), 0) AS closing,
        coalesce(sum(incoming) FILTER (WHERE at >= from_at AND at < to_at), 0) AS incoming,
        coalesce(sum(outgoing) FILTER (WHERE at >= from_at AND at < to_at), 0) AS outgoing,
        coalesce(sum(count) FILTER (WHERE at >= from_at AND at < to_at), 0)::int AS count
      FROM parts, edges)
    SELECT r.*, p.id, p.entry_id AS "entryId", p.created_at AS at, p.kind, e.reference, e.memo, p.amount, p.balance
    FROM ranged r LEFT JOIN page p ON true LEFT JOIN journal_entries e ON e.id = p.entry_id
    ORDER BY p.created_at DESC, p.id DESC`;
  const [sums] = found;
  if (sums === undefined) throw new Error("Sums of no rows are one row");
  return { sums, rows: found.filter((row): row is RangeSums & LineRow => row.id !== null) };
}

/** Of a line or a sum `l`. */
function ofKind(kinds: LineFilter["kinds"]): Prisma.Sql {
  if (kinds === null) return Prisma.sql`true`;
  return Prisma.sql`(l.kind = ANY(${[...kinds.kinds]}::text[])) IS DISTINCT FROM ${kinds.isExcluding}`;
}

/** Whether a line `l` belongs on the page or on one after it. */
function isListed({ from, to, kinds, before }: LineFilter): Prisma.Sql {
  const conditions = [
    ofKind(kinds),
    ...(from === null ? [] : [Prisma.sql`l.created_at >= ${from}`]),
    ...(to === null ? [] : [Prisma.sql`l.created_at < ${to}`]),
    ...(before === null ? [] : [Prisma.sql`(l.created_at, l.id) < (${before.at}, ${before.id})`]),
  ];
  return Prisma.sql`(${Prisma.join(conditions, ") AND (")})`;
}
