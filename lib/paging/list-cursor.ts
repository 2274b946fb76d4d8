/** Where a page of the dashboard's lists ends: the time and the id of its last row. */
export type ListPlace = { readonly at: Date; readonly id: string };

/** Where a page ends that is sorted by worth. */
export type WorthPlace = { readonly worth: string; readonly id: string };

const WORTH_MARK = "w";

/** Told from a cursor of time by its first letter. */
export function toWorthCursor({ worth, id }: WorthPlace): string {
  return `${WORTH_MARK}${worth}_${id}`;
}

/** Null for a cursor of a list that is sorted by time. */
export function parseWorthCursor(cursor: string): WorthPlace | null {
  const [worth = "", id = ""] = cursor.split("_");
  return worth.startsWith(WORTH_MARK) ? { worth: worth.slice(WORTH_MARK.length), id } : null;
}

export function toListCursor({ at, id }: ListPlace): string {
  return `${at.getTime()}_${id}`;
}

export function parseListCursor(cursor: string): ListPlace {
  const [milliseconds = "", id = ""] = cursor.split("_");
  return { at: new Date(Number.parseInt(milliseconds, 10)), id };
}
