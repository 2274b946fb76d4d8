import { z } from "zod";
import { amountOrZero, currencyCode, networkCode } from "@/lib/fronts/admin/form-schema";

/** Price sources as the operator sees them. Safe for the browser. */

const priceView = z.object({
  currency: z.string(),
  /** Price of one unit in US dollars. */
  usdPrice: z.string(),
  observedAt: z.iso.datetime(),
  /** It may be quoted. */
  isFresh: z.boolean(),
  /** A price that jumped and is held until the source repeats it; null if there is none. */
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

/**
 * Typical withdrawal terms of exchanges, as the operator sees and changes them. Safe for the
 * browser.
 */

const amount = z.string();

const termsView = z.object({ fee: amount, minimum: amount });

const exchangeRowView = z.object({
  currency: z.string(),
  networkCode: z.string(),
  networkName: z.string(),
  /** What payers are told; null: nothing, because no value is known. */
  terms: termsView.nullable(),
  /** The operator's value replaces the typical one. */
  isEdited: z.boolean(),
  /** Null if no typical value is known. */
  typical: termsView.extend({ source: z.string() }).nullable(),
  /** ISO 8601; null: never. */
  updatedAt: z.string().nullable(),
});
export type ExchangeRowView = z.output<typeof exchangeRowView>;

export const exchangesView = z.array(exchangeRowView);

export const exchangeServiceForm = z.object({ networkCode, currencyCode });

export const exchangeTermsForm = exchangeServiceForm.extend({ fee: amountOrZero, minimum: amountOrZero });
export type ExchangeTermsForm = z.output<typeof exchangeTermsForm>;
