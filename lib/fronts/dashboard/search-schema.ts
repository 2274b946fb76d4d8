import { z } from "zod";

/** Finding things of a merchant by a name that somebody has at hand. Safe for the browser. */

export const SEARCH_KINDS = ["invoice", "wallet", "payout", "recurrence"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

const TEXT_CHARACTERS_MAX = 128;
/** Less fits half of everything. */
export const SEARCH_CHARACTERS_MIN = 2;

export const searchQuery = z.object({
  /** Part of an order id or of a name, or a whole uuid, transaction or address. */
  q: z.string().trim().min(SEARCH_CHARACTERS_MIN).max(TEXT_CHARACTERS_MAX),
  /** Of one kind only. */
  kind: z.enum(SEARCH_KINDS).optional(),
});
export type SearchQuery = z.output<typeof searchQuery>;

export const foundView = z.object({
  kind: z.enum(SEARCH_KINDS),
  id: z.uuid(),
  /** Of a recurring payment without one: its name. */
  orderId: z.string(),
  status: z.string(),
  /** Amount with its currency, or where it is. */
  detail: z.string(),
  currency: z.string(),
  createdAt: z.iso.datetime(),
});
export type FoundView = z.output<typeof foundView>;

export const searchView = z.object({ items: z.array(foundView) });
