import type { Range } from "@/lib/fronts/analytics/range";
import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";

/** The merchant, and the coin and network to filter by; null: all. */
export type FigureScope = {
  readonly merchantId: string;
  readonly currency: string | null;
  readonly network: string | null;
};

/**
 * Buckets are assigned by the database from the start times computed with the zone's calendar: 0
 * for times between the previous range and this one, -1 for the previous range, 1.. for the
 * buckets.
 */
function bucketOf(column: Prisma.Sql, { previousTo, from, starts }: Range): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${column} >= ${from} THEN width_bucket(${column}, ${[...starts]}::timestamptz[])
    WHEN ${column} < ${previousTo} THEN -1 ELSE 0 END`;
}

function inScope({ currency, network }: FigureScope, coin: Prisma.Sql, place: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${currency}::text IS NULL OR ${coin} = ${currency}) AND (${network}::text IS NULL OR ${place} = ${network})`;
}

export type CreditRow = {
  readonly bucket: number;
  readonly currency: string;
  /** Null: paid from a personal wallet. */
  readonly network: string | null;
  readonly count: number;
  readonly amount: string;
  readonly commission: string;
  readonly usd: string;
  readonly commission_usd: string;
};

/**
 * Returns credits for payments and top-ups that were not reversed, by bucket, coin and network, as
 * exact sums. Dollar values use the quote of each payment. Index-only scans of two indexes.
 */
export function selectCredits(scope: FigureScope, range: Range): Promise<CreditRow[]> {
  const { merchantId } = scope;
  const { previousFrom, to } = range;
  const when = Prisma.sql`credited_at`;
  const paidWhen = Prisma.sql`created_at`;
  return database().$queryRaw<CreditRow[]>`
    SELECT ${bucketOf(when, range)} AS bucket, currency_code AS currency, network_code AS network, count(*)::int AS count,
           sum(amount)::text AS amount, sum(commission)::text AS commission,
           sum(amount * usd_rate)::text AS usd, sum(commission * usd_rate)::text AS commission_usd
    FROM invoice_credits
    WHERE merchant_id = ${merchantId}::uuid AND credited_at >= ${previousFrom} AND credited_at < ${to} AND reversed_at IS NULL
      AND ${inScope(scope, Prisma.sql`currency_code`, Prisma.sql`network_code`)}
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT ${bucketOf(paidWhen, range)}, currency_code, NULL, count(*)::int, sum(amount)::text, sum(commission)::text,
           sum(amount * usd_rate)::text, sum(commission * usd_rate)::text
    FROM internal_payments
    WHERE merchant_id = ${merchantId}::uuid AND created_at >= ${previousFrom} AND created_at < ${to}
      AND ${inScope(scope, Prisma.sql`currency_code`, Prisma.sql`NULL`)}
    GROUP BY 1, 2`;
}

export type PaymentRow = {
  readonly bucket: number;
  readonly currency: string | null;
  readonly network: string | null;
  readonly created: number;
  readonly opened: number;
  readonly chosen: number;
  readonly seen: number;
  readonly paid: number;
  readonly ended: number;
  readonly partly: number;
  readonly over: number;
};

/** Paid in full, whatever was refunded later. */
const IS_PAID = Prisma.sql`(i.status IN ('paid', 'paid_over') OR (i.status IN ('refund_process', 'refund_paid', 'refund_fail') AND m.paid_at IS NOT NULL))`;
/** Final: nothing pending can still decide whether it is paid. */
const HAS_ENDED = Prisma.sql`i.status NOT IN ('check', 'process', 'locked')`;
const IS_PARTLY = Prisma.sql`(i.status = 'wrong_amount' OR (i.status IN ('refund_process', 'refund_paid', 'refund_fail') AND m.paid_at IS NULL))`;

/**
 * How far a payer got. A payment implies that the page was opened and a coin chosen, even if no
 * milestone was recorded (paid from a balance, marked manually, paid by a program). A coin chosen
 * by the shop counts once the page was opened.
 */
const IS_SEEN = Prisma.sql`(m.seen_at IS NOT NULL OR ${IS_PAID})`;
const IS_OPENED = Prisma.sql`(m.opened_at IS NOT NULL OR ${IS_SEEN})`;
const IS_CHOSEN = Prisma.sql`(${IS_SEEN} OR (m.coin_selected_at IS NOT NULL AND ${IS_OPENED}))`;

/**
 * Returns how far invoices (not top-ups) got, by creation time and by the coin and network chosen
 * last.
 */
export function selectPayments(scope: FigureScope, range: Range): Promise<PaymentRow[]> {
  const { previousFrom, to } = range;
  return database().$queryRaw<PaymentRow[]>`
    SELECT ${bucketOf(Prisma.sql`i.created_at`, range)} AS bucket, m.currency_code AS currency, m.network_code AS network,
           count(*)::int AS created, (count(*) FILTER (WHERE ${IS_OPENED}))::int AS opened,
           (count(*) FILTER (WHERE ${IS_CHOSEN}))::int AS chosen, (count(*) FILTER (WHERE ${IS_SEEN}))::int AS seen,
           (count(*) FILTER (WHERE ${IS_PAID}))::int AS paid,
           (count(*) FILTER (WHERE ${HAS_ENDED}))::int AS ended, (count(*) FILTER (WHERE ${IS_PARTLY}))::int AS partly,
           (count(*) FILTER (WHERE i.payment_outcome = 'over'))::int AS over
    FROM invoices i LEFT JOIN invoice_milestones m ON m.invoice_id = i.id
    WHERE i.merchant_id = ${scope.merchantId}::uuid AND i.wallet_id IS NULL AND i.created_at >= ${previousFrom} AND i.created_at < ${to}
      AND ${inScope(scope, Prisma.sql`m.currency_code`, Prisma.sql`m.network_code`)}
    GROUP BY 1, 2, 3`;
}

export type TimeRow = {
  readonly is_now: boolean;
  /** Set in rows of one coin on one network, null in the row of all. */
  readonly currency: string | null;
  readonly network: string | null;
  readonly is_all: boolean;
  readonly timed: number;
  readonly median: number;
  readonly p90: number;
  /** Number of invoices in each slot; the last slot has no end. */
  readonly slots: readonly number[];
};

/**
 * Returns how long paid invoices took, in whole seconds: from the opening of the page, or from
 * creation if nobody opened it, to payment. Invoices marked as paid manually are excluded because
 * they say nothing about payers. `ends` are the ends of the slots, ascending.
 */
export function selectTimes(scope: FigureScope, range: Range, ends: readonly number[]): Promise<TimeRow[]> {
  const { previousFrom, previousTo, from, to } = range;
  const slots = Prisma.join(
    [...ends.keys(), ends.length].map((slot) => Prisma.sql`count(*) FILTER (WHERE slot = ${slot})`),
  );
  return database().$queryRaw<TimeRow[]>`
    WITH paid AS MATERIALIZED (
      SELECT i.created_at >= ${from} AS is_now, m.currency_code AS currency, m.network_code AS network,
             greatest(0, extract(epoch FROM m.paid_at - coalesce(m.opened_at, i.created_at)))::int AS seconds
      FROM invoices i JOIN invoice_milestones m ON m.invoice_id = i.id
      WHERE i.merchant_id = ${scope.merchantId}::uuid AND i.wallet_id IS NULL AND m.paid_at IS NOT NULL
        AND i.created_at >= ${previousFrom} AND i.created_at < ${to} AND (i.created_at < ${previousTo} OR i.created_at >= ${from})
        AND i.payment_outcome IS DISTINCT FROM 'manual' AND ${inScope(scope, Prisma.sql`m.currency_code`, Prisma.sql`m.network_code`)}
    )
    SELECT is_now, currency, network, grouping(currency) = 1 AS is_all, count(*)::int AS timed,
           percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds) AS median,
           percentile_disc(0.9) WITHIN GROUP (ORDER BY seconds) AS p90, ARRAY[${slots}]::int[] AS slots
    FROM (SELECT *, width_bucket(seconds, ${[...ends]}::int[]) AS slot FROM paid) AS timed
    GROUP BY GROUPING SETS ((is_now), (is_now, currency, network))`;
}

export type CaseCountRow = {
  readonly kind: "late" | "extra" | "wrong_token" | "wrong_network" | "unmatched" | "locked";
  readonly currency: string;
  readonly network: string;
  readonly count: number;
};

/** Returns cases opened within the range, by kind and by coin and network of the deposit. */
export function countCasesByKind(scope: FigureScope, { from, to }: Range): Promise<CaseCountRow[]> {
  return database().$queryRaw<CaseCountRow[]>`
    SELECT kind::text, currency_code AS currency, network_code AS network, count(*)::int AS count FROM cases
    WHERE merchant_id = ${scope.merchantId}::uuid AND opened_at >= ${from} AND opened_at < ${to}
      AND ${inScope(scope, Prisma.sql`currency_code`, Prisma.sql`network_code`)}
    GROUP BY 1, 2, 3`;
}

/**
 * Returns the number of the range's invoices created before `since`, and how many of them are known
 * to have been opened.
 */
export async function countOpenedBefore(scope: FigureScope, range: Range, since: Date) {
  const [row] = await database().$queryRaw<{ created: number; opened: number }[]>`
    SELECT count(*)::int AS created, count(m.opened_at)::int AS opened
    FROM invoices i LEFT JOIN invoice_milestones m ON m.invoice_id = i.id
    WHERE i.merchant_id = ${scope.merchantId}::uuid AND i.wallet_id IS NULL AND i.created_at >= ${range.from}
      AND i.created_at < least(${since}::timestamptz, ${range.to}::timestamptz)`;
  return row ?? { created: 0, opened: 0 };
}
