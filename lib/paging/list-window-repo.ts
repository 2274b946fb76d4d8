import { Prisma } from "@/lib/generated/prisma/client";
import type { ListPlace, WorthPlace } from "@/lib/paging/list-cursor";
import { isByWorth, isFalling, type ListSort } from "@/lib/paging/list-sort";

/** Which rows of a list, and in which order. */
export type ListWindow = {
  readonly sort: ListSort;
  readonly from: Date | null;
  readonly to: Date | null;
  /** The last row of the page before. */
  readonly beyond: ListPlace | WorthPlace | null;
  /** What is newer than this row, of a list with the newest first. */
  readonly after: ListPlace | null;
};

/** The columns that rows are sorted by; `at` and `id`, or `worth` and `id`, are in one index in this order. */
export type ListColumns = { readonly at: Prisma.Sql; readonly id: Prisma.Sql; readonly worth?: Prisma.Sql };

/**
 * The part of a WHERE that a window is. Both ends compare the two columns together, so that the index answers them and rows of the same
 * moment, or worth, are neither lost nor shown twice.
 */
export function withinWindow({ sort, from, to, beyond, after }: ListWindow, columns: ListColumns): Prisma.Sql {
  const { at, id } = columns;
  const conditions = [
    from && Prisma.sql`${at} >= ${from}::timestamptz`,
    to && Prisma.sql`${at} < ${to}::timestamptz`,
    beyond && goesOn(beyond, sort, columns),
    after && Prisma.sql`(${at}, ${id}) > (${after.at}::timestamptz, ${after.id}::uuid)`,
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join(conditions, " AND ");
}

function goesOn(place: ListPlace | WorthPlace, sort: ListSort, columns: ListColumns): Prisma.Sql {
  const key = "worth" in place ? Prisma.sql`${place.worth}::numeric` : Prisma.sql`${place.at}::timestamptz`;
  const [here, there] = [
    Prisma.sql`(${sortColumn(sort, columns)}, ${columns.id})`,
    Prisma.sql`(${key}, ${place.id}::uuid)`,
  ];
  return isFalling(sort) ? Prisma.sql`${here} < ${there}` : Prisma.sql`${here} > ${there}`;
}

function sortColumn(sort: ListSort, { at, worth = at }: ListColumns): Prisma.Sql {
  return isByWorth(sort) ? worth : at;
}

/** What is newer than a place is read from there on, so that nothing between is left out. */
export function windowOrder({ sort, after }: ListWindow, columns: ListColumns): Prisma.Sql {
  const column = sortColumn(sort, columns);
  return after === null && isFalling(sort)
    ? Prisma.sql`${column} DESC, ${columns.id} DESC`
    : Prisma.sql`${column} ASC, ${columns.id} ASC`;
}

/** Rows as they were read by {@link windowOrder}, in the order of the list. */
export function asListed<Row>(rows: readonly Row[], { after }: ListWindow): Row[] {
  return after === null ? [...rows] : rows.toReversed();
}
