import { z } from "zod";

/** What crediting a case would do, in exact decimal strings of its coin. Safe for the browser. */
export const caseCreditPreview = z.object({
  amount: z.string(),
  commission: z.string(),
  credited: z.string(),
  currency: z.string(),
  /** What the merchant has it converted to at once; null: it stays as it came. */
  convertedTo: z.string().nullable(),
  /** It counts for its invoice, which is decided again with it; else the balance alone rises. */
  isForInvoice: z.boolean(),
});
export type CaseCreditPreview = z.output<typeof caseCreditPreview>;
