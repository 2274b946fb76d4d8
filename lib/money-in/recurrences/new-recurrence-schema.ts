import { z } from "zod";
import { parseAmount } from "@/lib/kernel/money/parse-amount";
import { newInvoiceInput } from "@/lib/money-in/invoices/new-invoice-schema";
import { RECURRENCE_INTERVALS } from "@/lib/money-in/recurrences/status";

/** The create form. Bounds are those of the machine API (schema.ts), said in words. Safe for the browser. */

const DISCOUNT_DAYS_MAX = 365;
const { amount, currency, coin, urlCallback, additionalData } = newInvoiceInput.shape;

export const newRecurrenceInput = z
  .object({
    amount,
    currency,
    name: z.string().trim().min(3, "Use at least 3 characters.").max(60, "Use at most 60 characters."),
    interval: z.enum(RECURRENCE_INTERVALS),
    /** Empty: the payer chooses. */
    coin,
    /** Empty: none. */
    orderId: z.union([
      z.literal("").transform(() => null),
      z
        .string()
        .trim()
        .max(100, { error: "Use at most 100 characters.", abort: true })
        .regex(/^[A-Za-z0-9_-]+$/, "Use letters, digits, dashes and underscores."),
    ]),
    /** Empty: no discount. */
    discountDays: z.union([
      z.literal("").transform(() => null),
      z
        .string()
        .trim()
        .regex(/^[0-9]{1,3}$/, "Enter a whole number of days.")
        .refine((text) => isDays(Number.parseInt(text, 10)), "Use 1 to 365 days."),
    ]),
    discountAmount: z.union([z.literal("").transform(() => null), amount]),
    urlCallback,
    additionalData,
  })
  .superRefine(({ amount: whole, discountDays, discountAmount }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (discountDays === null && discountAmount !== null) refuse("discountDays", "Say for how many days.");
    if (discountDays !== null && discountAmount === null) refuse("discountAmount", "Say by how much less.");
    const [price, less] = [parseAmount(whole), parseAmount(discountAmount ?? "0")];
    if (price !== null && less?.gte(price)) refuse("discountAmount", "It has to be less than the amount.");
  });
/** As the form holds it. */
export type NewRecurrenceForm = z.input<typeof newRecurrenceInput>;
export type NewRecurrenceInput = z.output<typeof newRecurrenceInput>;

/** Asks for nothing yet. */
export const BLANK_RECURRENCE: NewRecurrenceForm = {
  amount: "",
  currency: "USD",
  name: "",
  interval: "monthly",
  coin: "",
  orderId: "",
  discountDays: "",
  discountAmount: "",
  urlCallback: "",
  additionalData: "",
};

function isDays(days: number): boolean {
  return days >= 1 && days <= DISCOUNT_DAYS_MAX;
}
