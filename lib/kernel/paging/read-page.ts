import { type Cursor, encodeCursor } from "@/lib/kernel/paging/cursor";
import { PAGE_SIZE, type PaginateView } from "@/lib/kernel/paging/page-schema";

/** The sort key of lists. */
export type PageKey = { readonly createdAt: Date; readonly id: string };

/**
 * The rows that a repository selects of one owner: those created from `from` on and before
 * `before`, beyond the position `beyond`, by (created_at, id), at most `take`.
 */
export type PageSlice = {
  readonly direction: "asc" | "desc";
  readonly from: Date | null;
  readonly before: Date | null;
  readonly beyond: PageKey | null;
  readonly take: number;
};

export type DateRange = {
  readonly from: Date | null;
  /** The last second included, as written in the wire format. */
  readonly to: Date | null;
};

export type Page<Row> = { readonly items: readonly Row[]; readonly paginate: PaginateView };

const SECOND_MS = 1_000;

/**
 * Reads one page, newest first, by key and never by offset: rows added in between neither repeat
 * nor hide others. `select` reads a slice of the owner's rows; the cursor only determines the
 * position.
 */
export async function readPage<Row extends PageKey>(
  cursor: Cursor | null,
  range: DateRange,
  select: (slice: PageSlice) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const isForward = cursor?.isForward ?? true;
  const rows = await select(toSlice(cursor, range));
  // One row more than a page shows that there is another page.
  const hasMore = rows.length > PAGE_SIZE;
  const shown = rows.slice(0, PAGE_SIZE);
  const items = isForward ? shown : shown.toReversed();
  const hasOlder = isForward ? hasMore : true;
  const hasNewer = isForward ? cursor !== null : hasMore;
  const [first, last] = [items[0], items.at(-1)];
  const nextCursor = hasOlder && last ? encodeCursor({ ...keyOf(last), isForward: true }) : null;
  const previousCursor = hasNewer && first ? encodeCursor({ ...keyOf(first), isForward: false }) : null;
  const hasPages = nextCursor !== null || previousCursor !== null;
  return { items, paginate: { count: items.length, hasPages, nextCursor, previousCursor, perPage: PAGE_SIZE } };
}

function keyOf({ createdAt, id }: PageKey): PageKey {
  return { createdAt, id };
}

function toSlice(cursor: Cursor | null, { from, to }: DateRange): PageSlice {
  return {
    direction: (cursor?.isForward ?? true) ? "desc" : "asc",
    from,
    before: to && new Date(to.getTime() + SECOND_MS),
    beyond: cursor && keyOf(cursor),
    take: PAGE_SIZE + 1,
  };
}

/** A slice as `where`, `orderBy` and `take` of Prisma, to be combined with the owner's id. */
export function toPrismaSlice({ direction, from, before, beyond, take }: PageSlice) {
  const isForward = direction === "desc";
  const bounds = { ...(from && { gte: from }), ...(before && { lt: before }) };
  // The plain bound on created_at is what the index can seek to.
  const position = beyond && {
    AND: [{ createdAt: isForward ? { lte: beyond.createdAt } : { gte: beyond.createdAt } }],
    OR: isForward
      ? [{ createdAt: { lt: beyond.createdAt } }, { id: { lt: beyond.id } }]
      : [{ createdAt: { gt: beyond.createdAt } }, { id: { gt: beyond.id } }],
  };
  return {
    where: { createdAt: bounds, ...position },
    orderBy: [{ createdAt: direction }, { id: direction }] satisfies [object, object],
    take,
  };
}

const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * A slice as the end of an SQL statement on a table `alias` with `created_at` and `id`, whose
 * values are the parameters from `$first` on. Two texts for all slices, so that each is prepared
 * once; an index on (owner, created_at, id) answers both.
 */
export function toSqlSlice({ direction, from, before, beyond, take }: PageSlice, alias: string, first: number) {
  const at = (offset: number) => `$${first + offset}`;
  const [key, sign] = [`(${alias}.created_at, ${alias}.id)`, direction === "desc" ? "<" : ">"];
  const edge = direction === "desc" ? { at: "infinity", id: LAST_ID } : { at: "-infinity", id: FIRST_ID };
  return {
    text: `${alias}.created_at >= ${at(0)}::timestamptz AND ${alias}.created_at < ${at(1)}::timestamptz
      AND ${key} ${sign} (${at(2)}::timestamptz, ${at(3)}::uuid)
      ORDER BY ${alias}.created_at ${direction}, ${alias}.id ${direction} LIMIT ${at(4)}`,
    values: [from ?? "-infinity", before ?? "infinity", beyond?.createdAt ?? edge.at, beyond?.id ?? edge.id, take],
  };
}
