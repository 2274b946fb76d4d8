import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { NO_ROWS, type StatusCounts, TOTALS_ROWS_MAX } from "@/lib/kernel/paging/tab-counts";
import type { ListTotals } from "@/lib/kernel/paging/tab-counts-schema";

/** The newest rows that are looked at where no index finds a status. Read in a few milliseconds. */
export const SCANNED_MAX = 10_000;

/** The newest rows of a status that are looked at for a coin, a network or a currency. */
export const NARROWED_MAX = 2_000;

/** Rows with `status`, as text, and `fits`: whether the list's filter matches. */
export type Scan = {
  readonly rows: Prisma.Sql;
  /** How many rows it reads at most: of each status, or of all together. */
  readonly max: number;
  readonly of: "each" | "all";
};

/** Counts the rows of each status in one statement that reads no more than the scan does. */
export async function countStatuses({ rows, max, of }: Scan): Promise<StatusCounts> {
  const scanned = of === "each" ? Prisma.sql`count(*)` : Prisma.sql`sum(count(*)) OVER ()`;
  const found = await database().$queryRaw<{ status: string; count: number; isMore: boolean }[]>`
    SELECT s.status, (count(*) FILTER (WHERE s.fits))::int AS count, ${scanned} >= ${max} AS "isMore"
    FROM (${rows}) s GROUP BY s.status`;
  return {
    byStatus: new Map(found.map(({ status, count, isMore }) => [status, { count, isMore }])),
    others: of === "all" && found.some(({ isMore }) => isMore) ? { count: 0, isMore: true } : NO_ROWS,
  };
}

/** Of the scanned rows in one currency those that match; `scanned`: of all currencies. */
export type ScannedSum = {
  readonly currency: string;
  readonly count: number;
  readonly amount: string;
  readonly scanned: number;
};

/** Returns the totals of a list; null if more rows would have to be read than may be. */
export function totalsOf(sums: readonly ScannedSum[], receivedUsd: string | null): ListTotals | null {
  if ((sums[0]?.scanned ?? 0) > TOTALS_ROWS_MAX) return null;
  return {
    rows: sums.reduce((total, { count }) => total + count, 0),
    sums: sums.filter(({ count }) => count > 0).map(({ currency, amount }) => ({ currency, amount })),
    receivedUsd,
  };
}
