import { z } from "zod";

/** The effect of crediting a case, as exact decimal strings in its coin. Safe for the browser. */
export const caseCreditPreview = z.object({
  amount: z.string(),
  commission: z.string(),
  credited: z.string(),
  currency: z.string(),
  /**
   * The currency into which the merchant's credit is converted immediately; null: no conversion.
   */
  convertedTo: z.string().nullable(),
  /**
   * True when the deposit counts towards its invoice, which is then settled again; false when only
   * the balance increases.
   */
  isForInvoice: z.boolean(),
});
export type CaseCreditPreview = z.output<typeof caseCreditPreview>;
