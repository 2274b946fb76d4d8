import {
  type ListPosition,
  parseListCursor,
  parseValueCursor,
  toListCursor,
  toValueCursor,
  type ValuePosition,
} from "@/lib/kernel/paging/cursor";
import { isByValue, type ListSort } from "@/lib/kernel/paging/list-schema";
import type { ListWindow } from "@/lib/kernel/paging/list-window-repo";

type ListQuery = {
  readonly sort?: ListSort | undefined;
  readonly cursor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** Converts a list query to a window. */
export function toWindow({ sort = "newest", cursor, from, to }: ListQuery): ListWindow {
  return {
    sort,
    from: from ? new Date(from) : null,
    to: to ? new Date(to) : null,
    beyond: cursor ? parseCursor(cursor, sort) : null,
  };
}

function parseCursor(cursor: string, sort: ListSort): ListPosition | ValuePosition | null {
  const worth = parseValueCursor(cursor);
  if (isByValue(sort)) return worth;
  return worth === null ? parseListCursor(cursor) : null;
}

/** The sort keys of a row. */
export type RowKeys = { readonly at: Date; readonly id: string; readonly worth?: string };

/** Returns the start of the next page after this row, for the given sort. */
export function positionOf(sort: ListSort, { at, id, worth = "0" }: RowKeys): ListPosition | ValuePosition {
  return isByValue(sort) ? { worth, id } : { at, id };
}

export type Page<Row> = {
  readonly rows: readonly Row[];
  readonly firstCursor: string | null;
  readonly nextCursor: string | null;
};

/**
 * Builds a page from rows in list order, read with one more than `size` to detect a next page. Only
 * a list with the newest first gets new rows at its start: others have no `firstCursor`.
 */
export function toPage<Row>(
  rows: readonly Row[],
  size: number,
  { sort }: ListWindow,
  keysOf: (row: Row) => RowKeys,
): Page<Row> {
  const shown = rows.slice(0, size);
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    rows: shown,
    firstCursor: first && sort === "newest" ? toListCursor(keysOf(first)) : null,
    nextCursor: rows.length > shown.length && last ? toCursor(positionOf(sort, keysOf(last))) : null,
  };
}

function toCursor(place: ListPosition | ValuePosition): string {
  return "worth" in place ? toValueCursor(place) : toListCursor(place);
}
