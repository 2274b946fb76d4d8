import { type Cursor, encodeCursor } from "@/lib/kernel/paging/cursor";
import { PAGE_SIZE, type PaginateView } from "@/lib/kernel/paging/page-schema";

/** The sort key of lists. */
export type PageKey = { readonly createdAt: Date; readonly id: string };

/**
 * What a repo must select: `where`, `orderBy` and `take` of Prisma, to be combined with the owner's
 * id.
 */
export type PageSlice = {
  readonly where: {
    readonly createdAt: { gte?: Date; lt?: Date; lte?: Date };
    readonly OR?: ({ createdAt: { lt?: Date; gt?: Date } } | { id: { lt?: string; gt?: string } })[];
    readonly AND: { createdAt: { gte?: Date; lte?: Date } }[];
  };
  readonly orderBy: [{ createdAt: "asc" | "desc" }, { id: "asc" | "desc" }];
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
  const direction = (cursor?.isForward ?? true) ? "desc" : "asc";
  const createdAt = {
    ...(from ? { gte: from } : {}),
    ...(to ? { lt: new Date(to.getTime() + SECOND_MS) } : {}),
  };
  return {
    where: { createdAt, ...beyond(cursor) },
    orderBy: [{ createdAt: direction }, { id: direction }],
    take: PAGE_SIZE + 1,
  };
}

/** (created_at, id) beyond the cursor's. The index seeks with the plain bound on created_at. */
function beyond(cursor: Cursor | null): Pick<PageSlice["where"], "OR" | "AND"> {
  if (cursor === null) return { AND: [] };
  const { createdAt, id, isForward } = cursor;
  return isForward
    ? { AND: [{ createdAt: { lte: createdAt } }], OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] }
    : { AND: [{ createdAt: { gte: createdAt } }], OR: [{ createdAt: { gt: createdAt } }, { id: { gt: id } }] };
}
