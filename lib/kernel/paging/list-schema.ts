import { z } from "zod";

/** How lists can be sorted. Safe for the browser. */

/** The first is how every list begins. */
export const TIME_SORTS = ["newest", "oldest"] as const;
export type TimeSort = (typeof TIME_SORTS)[number];

/** Also by what a row is worth. */
export const VALUE_SORTS = [...TIME_SORTS, "largest", "smallest"] as const;
export type ListSort = (typeof VALUE_SORTS)[number];

export function isByValue(sort: ListSort): boolean {
  return sort === "largest" || sort === "smallest";
}

/** The newest or the largest first. */
export function isFalling(sort: ListSort): boolean {
  return sort === "newest" || sort === "largest";
}

/** What every list of the pages can be asked for. Safe for the browser. */

export const SEARCH_CHARACTERS_MAX = 128;

const NOT_A_POSITION = "Invalid cursor.";

/**
 * Milliseconds of a time that both JavaScript and PostgreSQL have a date for, until the year 5138,
 * and the id of a row.
 */
export const listPosition = z.string().regex(/^\d{1,14}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, NOT_A_POSITION);
const timeOrValuePosition = z
  .string()
  .regex(/^(\d{1,14}|w\d{1,20}(\.\d{1,18})?)_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, NOT_A_POSITION);
/** Of lists whose rows are numbered: within PostgreSQL's bigint. */
export const rowNumber = z.string().regex(/^\d{1,18}$/, NOT_A_POSITION);
/** A time as in {@link listPosition}, and the number of a row. */
export const numberedPosition = z.string().regex(/^\d{1,14}_\d{1,18}$/, NOT_A_POSITION);

/**
 * PostgreSQL does not read the year 0, nor what a clock ahead of UTC or behind it makes of the
 * first and of the last year.
 */
const [EARLIEST, LATEST] = ["0001-01-02", "9999-12-30"];
const NO_DATE = "Invalid date.";

/** A moment that a list begins or ends with. */
export const listMoment = z.iso.datetime({ offset: true }).refine((text) => isWithin(text.slice(0, 10)), NO_DATE);

function isWithin(day: string): boolean {
  return day >= EARLIEST && day <= LATEST;
}

const code = z.string().regex(/^[A-Za-z0-9]{1,16}$/);

/** Where a page begins; without it at the beginning of the list. */
export const pageCursor = {
  /**
   * `nextCursor` of the page before: what comes after its last row. One of a list that was sorted
   * otherwise is not heeded.
   */
  cursor: timeOrValuePosition.optional(),
};

export const listFilters = {
  /** The beginning of an order id, uuid, transaction or address, in any case of letters. */
  q: z.string().trim().max(SEARCH_CHARACTERS_MAX).optional(),
  /** What it is paid with. */
  coin: code.optional(),
  network: code.optional(),
  /** Made at this moment or later. */
  from: listMoment.optional(),
  /** Made before this moment. */
  to: listMoment.optional(),
};

/** What a search found a row by. */
export const MATCHES = ["order", "id", "transaction", "address", "sender"] as const;
export type Match = (typeof MATCHES)[number];

/**
 * Ends of a page of rows: its first one, of a list with the newest first alone, and where the next
 * page begins.
 */
export const pageCursors = { firstCursor: z.string().nullable(), nextCursor: z.string().nullable() };
