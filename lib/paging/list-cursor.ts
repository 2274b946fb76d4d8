/** Where a page of the dashboard's lists ends: the time and the id of its last row. */
export type ListPlace = { readonly at: Date; readonly id: string };

export function toListCursor({ at, id }: ListPlace): string {
  return `${at.getTime()}_${id}`;
}

export function parseListCursor(cursor: string): ListPlace {
  const [milliseconds = "", id = ""] = cursor.split("_");
  return { at: new Date(Number.parseInt(milliseconds, 10)), id };
}
