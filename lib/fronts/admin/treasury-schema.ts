import { z } from "zod";
import { currencyCode, positiveAmount } from "@/lib/fronts/admin/form-schema";

/** Capital set aside for conversions, and capital again. Safe for the browser. */
export const treasuryForm = z.object({
  /** Made once by the form: sending it twice moves the money once. */
  commandId: z.uuid(),
  direction: z.enum(["fill", "draw"]),
  currency: currencyCode,
  amount: positiveAmount,
});
export type TreasuryForm = z.output<typeof treasuryForm>;
