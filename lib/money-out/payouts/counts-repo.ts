import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { windowOrder, withinWindow } from "@/lib/kernel/paging/list-window-repo";
import { type StatusCounts, TAB_COUNT_MAX, TOTALS_ROWS_MAX } from "@/lib/kernel/paging/tab-counts";
import { countStatuses, NARROWED_MAX, type ScannedSum, totalsOf } from "@/lib/kernel/paging/tab-counts-repo";
import type { ListTotals } from "@/lib/kernel/paging/tab-counts-schema";
import { COLUMNS, conditionsOf, fitsCodes, type PayoutListFilter } from "@/lib/money-out/payouts/list-repo";
import { PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";

/**
 * Counts a merchant's payouts by status, whatever status the filter has: at most 1,000 of each, or
 * those among its 2,000 newest that fit.
 */
export function countPayoutStatuses(merchantId: string, filter: PayoutListFilter): Promise<StatusCounts> {
  const { search } = filter;
  const max = search === null && isNarrowed(filter) ? NARROWED_MAX : TAB_COUNT_MAX;
  const rows = scan(merchantId, { ...filter, statuses: null }, max);
  return countStatuses({ rows, max, of: search === null ? "each" : "all" });
}

/** Adds up what the matching payouts send; null if more than 5,000 would have to be read. */
export async function sumPayouts(merchantId: string, filter: PayoutListFilter): Promise<ListTotals | null> {
  const max = TOTALS_ROWS_MAX + 1;
  const sums = await database().$queryRaw<ScannedSum[]>`
    SELECT s.payer_code AS currency, (count(*) FILTER (WHERE s.fits))::int AS count,
      trim_scale(coalesce(sum(s.sent_amount) FILTER (WHERE s.fits), 0))::text AS amount,
      (sum(count(*)) OVER ())::int AS scanned
    FROM (SELECT * FROM (${scan(merchantId, filter, max)}) r LIMIT ${max}) s
    GROUP BY s.payer_code ORDER BY count DESC, s.payer_code`;
  return totalsOf(sums, null);
}

function isNarrowed({ coin, network }: PayoutListFilter): boolean {
  return (coin ?? network) !== null;
}

/** Selects at most `max` payouts of each status; for a search, of all together. */
function scan(merchantId: string, filter: PayoutListFilter, max: number): Prisma.Sql {
  const columns = Prisma.sql`p.status::text AS status, p.payer_code, p.sent_amount`;
  if (filter.search !== null)
    return Prisma.sql`SELECT ${columns}, true AS fits FROM payouts p WHERE ${conditionsOf(merchantId, filter)} LIMIT ${max}`;
  const statuses = filter.statuses ?? PAYOUT_STATUSES;
  // Only where some of the rows are the answer: it may be planned by sorting the whole status.
  const order =
    max === NARROWED_MAX ? Prisma.sql`ORDER BY ${windowOrder({ ...filter, sort: "newest" }, COLUMNS)}` : Prisma.empty;
  return Prisma.sql`
    SELECT ${columns}, ${fitsCodes(filter)} AS fits FROM unnest(${[...statuses]}::payout_status[]) s(status)
    CROSS JOIN LATERAL (
      SELECT p.* FROM payouts p WHERE p.merchant_id = ${merchantId}::uuid AND p.status = s.status AND ${withinWindow(filter, COLUMNS)}
      ${order} LIMIT ${max}) p`;
}
