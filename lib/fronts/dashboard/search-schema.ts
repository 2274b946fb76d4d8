import { z } from "zod";

/** Search for a merchant's objects by id or name. Safe for the browser. */

export const SEARCH_KINDS = ["invoice", "wallet", "payout", "recurrence"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

const TEXT_CHARACTERS_MAX = 128;
/** A shorter text matches too much. */
export const SEARCH_CHARACTERS_MIN = 2;

export const searchQuery = z.object({
  /** Part of an order id or a name, or a complete uuid, transaction id or address. */
  q: z.string().trim().min(SEARCH_CHARACTERS_MIN).max(TEXT_CHARACTERS_MAX),
  /** Only this kind. */
  kind: z.enum(SEARCH_KINDS).optional(),
});
export type SearchQuery = z.output<typeof searchQuery>;

export const foundView = z.object({
  kind: z.enum(SEARCH_KINDS),
  id: z.uuid(),
  /** A recurring payment without an order id: its name. */
  orderId: z.string(),
  status: z.string(),
  /** Amount with currency, or the network. */
  detail: z.string(),
  currency: z.string(),
  createdAt: z.iso.datetime(),
});
export type FoundView = z.output<typeof foundView>;

export const searchView = z.object({ items: z.array(foundView) });
