import { Prisma } from "@/lib/generated/prisma/client";
import type { ListPosition, ValuePosition } from "@/lib/kernel/paging/cursor";
import { isByValue, isFalling, type ListSort } from "@/lib/kernel/paging/list-schema";

/** Greater than any text that goes on after the same beginning. */
const LAST_CHARACTER = "\u{10FFFF}";

/** Shorter text begins too many transactions and addresses to mean one of them. */
const CHAIN_TEXT_CHARACTERS_MIN = 8;

/** A range of bytes, for the operators of `text_pattern_ops`. */
export type TextRange = { readonly from: string; readonly to: string };

/** All text that begins with `search`, where the column is in lower case. */
export function textPrefixRange(search: string): TextRange {
  const from = search.toLowerCase();
  return { from, to: from + LAST_CHARACTER };
}

/** The same for a transaction or an address; null for text that is too short to be meant as one. */
export function chainTextPrefixRange(search: string): TextRange | null {
  return search.length < CHAIN_TEXT_CHARACTERS_MIN || /\s/.test(search) ? null : textPrefixRange(search);
}

/**
 * All uuids that begin with `search`, dashes or not; null where none can, or it is too short to be
 * meant as one.
 */
export function uuidPrefixRange(search: string): TextRange | null {
  const digits = search.toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null;
  return { from: toUuid(digits.padEnd(32, "0")), to: toUuid(digits.padEnd(32, "f")) };
}

function toUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Which rows of a list, and in which order. */
export type ListWindow = {
  readonly sort: ListSort;
  readonly from: Date | null;
  readonly to: Date | null;
  /** The last row of the page before. */
  readonly beyond: ListPosition | ValuePosition | null;
};

/**
 * The columns that rows are sorted by; `at` and `id`, or `worth` and `id`, are in one index in this
 * order.
 */
export type ListColumns = { readonly at: Prisma.Sql; readonly id: Prisma.Sql; readonly worth?: Prisma.Sql };

/**
 * The part of a WHERE that a window is. The place is compared by both columns together, so that the
 * index answers it and rows of the same moment, or worth, are neither lost nor shown twice.
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

/** The order of a list: one that an index has. */
export function windowOrder({ sort }: ListWindow, columns: ListColumns): Prisma.Sql {
  const column = sortColumn(sort, columns);
  return isFalling(sort)
    ? Prisma.sql`${column} DESC, ${columns.id} DESC`
    : Prisma.sql`${column} ASC, ${columns.id} ASC`;
}

/**
 * Prisma hands the text of a search to LIKE as it is; an underscore is common in order ids and
 * means itself.
 */
export function literally(search: string): string {
  return search.replaceAll(/[\\%_]/g, "\\$&");
}

/** Any text that a column of ids may be compared with. */
export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
