/** Prisma hands the text of a search to LIKE as it is; an underscore is common in order ids and means itself. */
export function literally(search: string): string {
  return search.replaceAll(/[\\%_]/g, "\\$&");
}

/** Any text that a column of ids may be compared with. */
export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
