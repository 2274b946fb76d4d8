import { type ListPlace, parseListCursor, toListCursor } from "@/lib/paging/list-cursor";
import type { ListWindow } from "@/lib/paging/list-window-repo";

type Asked = {
  readonly cursor?: string | undefined;
  readonly after?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** The window that a list is asked for. */
export function toWindow({ cursor, after, from, to }: Asked): ListWindow {
  return {
    from: from ? new Date(from) : null,
    to: to ? new Date(to) : null,
    before: cursor && !after ? parseListCursor(cursor) : null,
    after: after ? parseListCursor(after) : null,
  };
}

export type Page<Row> = {
  readonly rows: readonly Row[];
  readonly firstCursor: string | null;
  readonly nextCursor: string | null;
};

/**
 * Cuts a page out of rows, newest first, of which one more than `size` was asked for: that one tells whether there is more. Of rows that
 * are newer than a place the one too many is the newest.
 */
export function toPage<Row>(
  rows: readonly Row[],
  size: number,
  isAfter: boolean,
  placeOf: (row: Row) => ListPlace,
): Page<Row> {
  const shown = isAfter ? rows.slice(-size) : rows.slice(0, size);
  const [first, last] = [shown[0], shown.at(-1)];
  const hasOlder = isAfter ? shown.length > 0 : rows.length > shown.length;
  return {
    rows: shown,
    firstCursor: first ? toListCursor(placeOf(first)) : null,
    nextCursor: hasOlder && last ? toListCursor(placeOf(last)) : null,
  };
}
