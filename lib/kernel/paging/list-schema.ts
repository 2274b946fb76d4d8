import { z } from "zod";

/** Sort orders of lists. Safe for the browser. */

/** The first is the default. */
export const TIME_SORTS = ["newest", "oldest"] as const;
export type TimeSort = (typeof TIME_SORTS)[number];

/** Also by value. */
export const VALUE_SORTS = [...TIME_SORTS, "largest", "smallest"] as const;
export type ListSort = (typeof VALUE_SORTS)[number];

export function isByValue(sort: ListSort): boolean {
  return sort === "largest" || sort === "smallest";
}

/** Whether the order is descending: newest or largest first. */
export function isFalling(sort: ListSort): boolean {
  return sort === "newest" || sort === "largest";
}

/** Query parameters of every list of the pages. Safe for the browser. */

export const SEARCH_CHARACTERS_MAX = 128;

const NOT_A_POSITION = "Invalid cursor.";

/**
 * Milliseconds of a time that both JavaScript and PostgreSQL support, until the year 5138, and the
 * id of a row.
 */
export const listPosition = z.string().regex(/^\d{1,14}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, NOT_A_POSITION);
const timeOrValuePosition = z
  .string()
  .regex(/^(\d{1,14}|w\d{1,20}(\.\d{1,18})?)_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, NOT_A_POSITION);
/** For lists with numbered rows: within PostgreSQL's bigint. */
export const rowNumber = z.string().regex(/^\d{1,18}$/, NOT_A_POSITION);
/** A time as in {@link listPosition}, and the number of a row. */
export const numberedPosition = z.string().regex(/^\d{1,14}_\d{1,18}$/, NOT_A_POSITION);

/**
 * PostgreSQL does not accept the year 0, nor dates that a time zone offset shifts out of the first
 * or last year.
 */
const [EARLIEST, LATEST] = ["0001-01-02", "9999-12-30"];
const NO_DATE = "Invalid date.";

/** The start or end time of a list. */
export const listMoment = z.iso.datetime({ offset: true }).refine((text) => isWithin(text.slice(0, 10)), NO_DATE);

function isWithin(day: string): boolean {
  return day >= EARLIEST && day <= LATEST;
}

const code = z.string().regex(/^[A-Za-z0-9]{1,16}$/);

/** The start of a page; without it, the start of the list. */
export const pageCursor = {
  /**
   * `nextCursor` of the previous page: continues after its last row. Ignored if that list was
   * sorted differently.
   */
  cursor: timeOrValuePosition.optional(),
};

export const listFilters = {
  /** The beginning of an order id, uuid, transaction id or address, case-insensitive. */
  q: z.string().trim().max(SEARCH_CHARACTERS_MAX).optional(),
  /** The coin of the payment. */
  coin: code.optional(),
  network: code.optional(),
  /** Created at this time or later. */
  from: listMoment.optional(),
  /** Created before this time. */
  to: listMoment.optional(),
};

/** The field by which a search found a row. */
export const MATCHES = ["order", "id", "transaction", "address", "sender"] as const;
export type Match = (typeof MATCHES)[number];

/**
 * Ends of a page: its first row, only for a list with the newest first, and the start of the next
 * page.
 */
export const pageCursors = { firstCursor: z.string().nullable(), nextCursor: z.string().nullable() };
