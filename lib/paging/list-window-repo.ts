import { Prisma } from "@/lib/generated/prisma/client";
import type { ListPlace } from "@/lib/paging/list-cursor";

/** Which rows of a list, by time and id. */
export type ListWindow = {
  readonly from: Date | null;
  readonly to: Date | null;
  readonly before: ListPlace | null;
  readonly after: ListPlace | null;
};

/**
 * The part of a WHERE that a window is; `at` and `id` are columns that one index has in this order. Both ends compare the two together, so
 * that the index answers them and rows of the same moment are neither lost nor shown twice.
 */
export function withinWindow({ from, to, before, after }: ListWindow, at: Prisma.Sql, id: Prisma.Sql): Prisma.Sql {
  const conditions = [
    from && Prisma.sql`${at} >= ${from}::timestamptz`,
    to && Prisma.sql`${at} < ${to}::timestamptz`,
    before && Prisma.sql`(${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::uuid)`,
    after && Prisma.sql`(${at}, ${id}) > (${after.at}::timestamptz, ${after.id}::uuid)`,
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join(conditions, " AND ");
}

/** Newest first; what is newer than a place is read from there on, so that nothing between is left out. */
export function windowOrder({ after }: ListWindow, at: Prisma.Sql, id: Prisma.Sql): Prisma.Sql {
  return after === null ? Prisma.sql`${at} DESC, ${id} DESC` : Prisma.sql`${at} ASC, ${id} ASC`;
}

/** Rows as they were read by {@link windowOrder}, newest first. */
export function newestFirst<Row>(rows: readonly Row[], { after }: ListWindow): Row[] {
  return after === null ? [...rows] : rows.toReversed();
}
