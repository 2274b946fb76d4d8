import { Prisma } from "@/lib/generated/prisma/client";
import type { ListPosition, ValuePosition } from "@/lib/kernel/paging/cursor";
import { isByValue, isFalling, type ListSort } from "@/lib/kernel/paging/list-schema";

/** Greater than any text that continues the same beginning. */
const LAST_CHARACTER = "\u{10FFFF}";

/** A shorter text is the beginning of too many transaction ids and addresses. */
const CHAIN_TEXT_CHARACTERS_MIN = 8;

/** A range of bytes, for the operators of `text_pattern_ops`. */
export type TextRange = { readonly from: string; readonly to: string };

/** Returns the range of all text that begins with `search`, for a lowercase column. */
export function textPrefixRange(search: string): TextRange {
  const from = search.toLowerCase();
  return { from, to: from + LAST_CHARACTER };
}

/** Returns the same for a transaction id or an address; null for text too short to be one. */
export function chainTextPrefixRange(search: string): TextRange | null {
  return search.length < CHAIN_TEXT_CHARACTERS_MIN || /\s/.test(search) ? null : textPrefixRange(search);
}

/** Matches a column, in any case, that lies in the range, by an index of its lowercase text. */
export function beginsIn(column: Prisma.Sql, { from, to }: TextRange): Prisma.Sql {
  return Prisma.sql`(lower(${column}) ~>=~ ${from} AND lower(${column}) ~<~ ${to})`;
}

/**
 * Returns the range of all uuids that begin with `search`, with or without dashes; null if none
 * can, or it is too short to be one.
 */
export function uuidPrefixRange(search: string): TextRange | null {
  const digits = search.toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null;
  return { from: toUuid(digits.padEnd(32, "0")), to: toUuid(digits.padEnd(32, "f")) };
}

function toUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The rows of a list, and their order. */
export type ListWindow = {
  readonly sort: ListSort;
  readonly from: Date | null;
  readonly to: Date | null;
  /** The last row of the previous page. */
  readonly beyond: ListPosition | ValuePosition | null;
};

/** The sort columns; an index covers `at` and `id`, or `worth` and `id`, in this order. */
export type ListColumns = { readonly at: Prisma.Sql; readonly id: Prisma.Sql; readonly worth?: Prisma.Sql };

/**
 * Returns a window's part of a WHERE clause. Compares both columns of the position together, so
 * that the index is used and rows with the same time or value are neither lost nor repeated.
 */
export function withinWindow({ sort, from, to, beyond }: ListWindow, columns: ListColumns): Prisma.Sql {
  const { at } = columns;
  const conditions = [
    from && Prisma.sql`${at} >= ${from}::timestamptz`,
    to && Prisma.sql`${at} < ${to}::timestamptz`,
    beyond && isBeyond(beyond, sort, columns),
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join(conditions, " AND ");
}

function isBeyond(position: ListPosition | ValuePosition, sort: ListSort, columns: ListColumns): Prisma.Sql {
  const key = "worth" in position ? Prisma.sql`${position.worth}::numeric` : Prisma.sql`${position.at}::timestamptz`;
  const [here, there] = [
    Prisma.sql`(${sortColumn(sort, columns)}, ${columns.id})`,
    Prisma.sql`(${key}, ${position.id}::uuid)`,
  ];
  return isFalling(sort) ? Prisma.sql`${here} < ${there}` : Prisma.sql`${here} > ${there}`;
}

function sortColumn(sort: ListSort, { at, worth = at }: ListColumns): Prisma.Sql {
  return isByValue(sort) ? worth : at;
}

/** Returns the order of a list, which matches an index. */
export function windowOrder({ sort }: ListWindow, columns: ListColumns): Prisma.Sql {
  const column = sortColumn(sort, columns);
  return isFalling(sort)
    ? Prisma.sql`${column} DESC, ${columns.id} DESC`
    : Prisma.sql`${column} ASC, ${columns.id} ASC`;
}

/**
 * Escapes LIKE wildcards, which Prisma does not: underscores are common in order ids and must match
 * literally.
 */
export function literally(search: string): string {
  return search.replaceAll(/[\\%_]/g, "\\$&");
}

/** Text that can be compared with an id column. */
export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
