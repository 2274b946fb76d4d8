import { z } from "zod";

/** Sources of prices as the operator sees them. Safe for the browser. */

const priceView = z.object({
  currency: z.string(),
  /** US dollars for one unit. */
  usdPrice: z.string(),
  observedAt: z.iso.datetime(),
  /** It may be quoted. */
  isFresh: z.boolean(),
  /** A price that jumped and waits to be repeated; null when none does. */
  held: z.object({ price: z.string(), since: z.iso.datetime() }).nullable(),
});
export type PriceView = z.output<typeof priceView>;

const priceSourceView = z.object({
  source: z.string(),
  newestAt: z.iso.datetime(),
  isFresh: z.boolean(),
  ageLimitSeconds: z.int(),
  prices: z.array(priceView),
});
export type PriceSourceView = z.output<typeof priceSourceView>;

export const pricesView = z.array(priceSourceView);
