import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { windowOrder, withinWindow } from "@/lib/kernel/paging/list-window-repo";
import { type StatusCounts, TAB_COUNT_MAX, TOTALS_ROWS_MAX } from "@/lib/kernel/paging/tab-counts";
import { countStatuses, NARROWED_MAX, type ScannedSum, totalsOf } from "@/lib/kernel/paging/tab-counts-repo";
import type { ListTotals } from "@/lib/kernel/paging/tab-counts-schema";
import { COLUMNS, findMatches, fitsCodes, type InvoiceListFilter } from "@/lib/money-in/invoices/list-repo";
import { INVOICE_STATUSES } from "@/lib/money-in/invoices/status";

/**
 * Counts a merchant's invoices by status, whatever status the filter has: at most 1,000 of each,
 * or those among its 2,000 newest that fit.
 */
export async function countInvoiceStatuses(merchantId: string, filter: InvoiceListFilter): Promise<StatusCounts> {
  const all = { ...filter, statuses: null };
  const { search } = filter;
  const max = search === null && isNarrowed(filter) ? NARROWED_MAX : TAB_COUNT_MAX;
  const rows = await scan(merchantId, all, max);
  return countStatuses({ rows, max, of: search === null ? "each" : "all" });
}

function isNarrowed({ coin, network, currency }: InvoiceListFilter): boolean {
  return (coin ?? network ?? currency) !== null;
}

type Sum = ScannedSum & { readonly received: string };

/** Adds up the invoices that match; null if more than 5,000 would have to be read. */
export async function sumInvoices(merchantId: string, filter: InvoiceListFilter): Promise<ListTotals | null> {
  const max = TOTALS_ROWS_MAX + 1;
  const rows = await scan(merchantId, filter, max);
  const sums = await database().$queryRaw<Sum[]>`
    SELECT s.currency_code AS currency, (count(*) FILTER (WHERE s.fits))::int AS count,
      trim_scale(coalesce(sum(s.amount) FILTER (WHERE s.fits), 0))::text AS amount,
      round(sum(coalesce(sum(s.paid_amount_usd) FILTER (WHERE s.fits), 0)) OVER (), 2)::text AS received,
      (sum(count(*)) OVER ())::int AS scanned
    FROM (SELECT * FROM (${rows}) r LIMIT ${max}) s GROUP BY s.currency_code ORDER BY count DESC, s.currency_code`;
  return totalsOf(sums, sums[0]?.received ?? "0.00");
}

/** Selects at most `max` invoices of each status; for a search, of all together. */
async function scan(merchantId: string, filter: InvoiceListFilter, max: number): Promise<Prisma.Sql> {
  const columns = Prisma.sql`i.status::text AS status, i.currency_code, i.amount, i.paid_amount_usd`;
  if (filter.search !== null) {
    const ids = await findMatches(merchantId, filter, filter.search, max);
    return Prisma.sql`SELECT ${columns}, true AS fits FROM (${ids}) c JOIN invoices i ON i.id = c.id LIMIT ${max}`;
  }
  const statuses = filter.statuses ?? INVOICE_STATUSES;
  // Only where some of the rows are the answer: it may be planned by sorting the whole status.
  const order =
    max === NARROWED_MAX ? Prisma.sql`ORDER BY ${windowOrder({ ...filter, sort: "newest" }, COLUMNS)}` : Prisma.empty;
  return Prisma.sql`
    SELECT ${columns}, ${fits(filter)} AS fits FROM unnest(${[...statuses]}::invoice_status[]) s(status)
    CROSS JOIN LATERAL (
      SELECT i.* FROM invoices i WHERE i.merchant_id = ${merchantId}::uuid AND i.status = s.status AND ${withinWindow(filter, COLUMNS)}
      ${order} LIMIT ${max}) i`;
}

/** Looks up the quote of each row that was read: a join may be planned by way of all quotes. */
function fits(filter: InvoiceListFilter): Prisma.Sql {
  if (filter.coin === null && filter.network === null) return fitsCodes(filter);
  return Prisma.sql`coalesce((SELECT ${fitsCodes(filter)} FROM quotes q WHERE q.id = i.current_quote_id), false)`;
}
