import { z } from "zod";

/** Switches one coin. */
export const autoConvertInput = z.object({ currency: z.string().regex(/^[A-Z0-9]{1,16}$/), isOn: z.boolean() });
export type AutoConvertInput = z.output<typeof autoConvertInput>;

const autoConvertView = z.object({
  toCurrency: z.string(),
  /** What the gateway keeps of a conversion, in percent. */
  spreadPercent: z.string(),
  coins: z.array(z.object({ currency: z.string(), name: z.string(), isOn: z.boolean() })),
});
export type AutoConvertView = z.output<typeof autoConvertView>;
