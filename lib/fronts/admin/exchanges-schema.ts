import { z } from "zod";
import { amountOrZero, currencyCode, networkCode } from "@/lib/fronts/admin/form-schema";

/** What exchanges usually take, as the operator sees and changes it. Safe for the browser. */

const amount = z.string();

const termsView = z.object({ fee: amount, minimum: amount });

const exchangeRowView = z.object({
  currency: z.string(),
  networkCode: z.string(),
  networkName: z.string(),
  /** What payers are told; null: nothing, because no value is known. */
  terms: termsView.nullable(),
  /** The operator's own in place of the typical one. */
  isEdited: z.boolean(),
  /** Null where no typical value is known. */
  typical: termsView.extend({ source: z.string() }).nullable(),
  /** ISO 8601; null for none. */
  updatedAt: z.string().nullable(),
});
export type ExchangeRowView = z.output<typeof exchangeRowView>;

export const exchangesView = z.array(exchangeRowView);

export const exchangeServiceForm = z.object({ networkCode, currencyCode });

export const exchangeTermsForm = exchangeServiceForm.extend({ fee: amountOrZero, minimum: amountOrZero });
export type ExchangeTermsForm = z.output<typeof exchangeTermsForm>;
