import { z } from "zod";
import { lenientInteger, requiredText } from "@/lib/kernel/lenient-input";

const CODE_MAX = 16;

/** `POST /v1/payment/discount/set`. */
export const setDiscountInput = z.object({
  currency: requiredText({ max: CODE_MAX }),
  network: requiredText({ max: CODE_MAX }),
  discount_percent: lenientInteger({ min: -99, max: 100 }, null).transform((percent, context): number => {
    if (percent !== null) return percent;
    context.addIssue({ code: "custom", message: "validation.required" });
    return z.NEVER;
  }),
});

export type SetDiscountInput = z.output<typeof setDiscountInput>;

const currency = z.string().describe("Currency code");
const network = z.string().describe("Network code in lower case");

/** One element of `POST /v1/payment/discount/list`: zero where nothing is set. */
export const discountListView = z.array(
  z.strictObject({ currency, network, discount: z.int().describe("In percent; below zero an extra commission") }),
);

export type DiscountListView = z.output<typeof discountListView>;

/** What `set` answers: here the interface writes the number as text. */
export const discountView = z.strictObject({
  currency,
  network,
  discount: z.string().describe("In percent, as text"),
});

export type DiscountView = z.output<typeof discountView>;
