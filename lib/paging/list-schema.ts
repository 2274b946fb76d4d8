import { z } from "zod";

/** What every list of the pages can be asked for. Safe for the browser. */

export const SEARCH_CHARACTERS_MAX = 128;

const place = z.string().regex(/^\d{1,16}_[0-9a-f-]{36}$/);
const placeOrWorth = z.string().regex(/^(\d{1,16}|w\d{1,20}(\.\d{1,18})?)_[0-9a-f-]{36}$/);
const code = z.string().regex(/^[A-Za-z0-9]{1,16}$/);

/** Where a page begins: neither is the beginning of the list; never both. */
export const listPlaces = {
  /** `nextCursor` of the page before: what comes after its last row. One of a list that was sorted otherwise is not heeded. */
  cursor: placeOrWorth.optional(),
  /** `firstCursor` of a page: what is newer than its first row, the oldest of that, newest first. Only of a list with the newest first. */
  after: place.optional(),
};

export const listFilters = {
  /** The beginning of an order id, uuid, transaction or address, in any case of letters. */
  q: z.string().trim().max(SEARCH_CHARACTERS_MAX).optional(),
  /** What it is paid with. */
  coin: code.optional(),
  network: code.optional(),
  /** Made at this moment or later. */
  from: z.iso.datetime().optional(),
  /** Made before this moment. */
  to: z.iso.datetime().optional(),
};

/** What a search found a row by. */
export const MATCHES = ["order", "id", "transaction", "address", "sender"] as const;
export type Match = (typeof MATCHES)[number];

/** Ends of a page of rows: where newer and older ones begin. */
export const pageEnds = { firstCursor: z.string().nullable(), nextCursor: z.string().nullable() };
