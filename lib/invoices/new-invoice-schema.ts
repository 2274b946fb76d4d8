import { z } from "zod";
import { AMOUNT_CHARACTERS_MAX, parseAmount } from "@/lib/money/parse-amount";

/** The create form. Bounds are those of the machine API (schema.ts), said in words. Safe for the browser. */

const URL_CHARACTERS_MAX = 255;
export const LIFETIME_CHOICES = [900, 1800, 3600, 10_800, 43_200] as const;
export const LIFETIME_DEFAULT = 3600;

const amount = z
  .string()
  .trim()
  .max(AMOUNT_CHARACTERS_MAX, "That is too long for an amount.")
  .refine((text) => parseAmount(text)?.gt("0") ?? false, "Enter an amount above zero, with a point for decimals.");

const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{1,16}$/);

/** An empty field is an absent one. */
function optional<Schema extends z.ZodType<string, string>>(schema: Schema) {
  return z.union([z.literal("").transform(() => null), schema]);
}

const webAddress = z
  .string()
  .trim()
  .max(URL_CHARACTERS_MAX, `Use at most ${URL_CHARACTERS_MAX} characters.`)
  .pipe(z.url({ protocol: /^https?$/, error: "Enter a whole address, beginning with https://." }));

export const newInvoiceInput = z.object({
  amount,
  currency: code,
  /** Empty: one is made. */
  orderId: optional(
    z
      .string()
      .trim()
      .max(128, { error: "Use at most 128 characters.", abort: true })
      .regex(/^[A-Za-z0-9_-]+$/, "Use letters, digits, dashes and underscores."),
  ),
  /** Empty: the payer chooses. */
  coin: optional(code),
  network: optional(code),
  lifetimeSeconds: z.int().min(300).max(43_200),
  urlCallback: optional(webAddress),
  urlReturn: optional(webAddress),
  urlSuccess: optional(webAddress),
  additionalData: optional(z.string().max(255, "Use at most 255 characters.")),
});
/** As the form holds it. */
export type NewInvoiceForm = z.input<typeof newInvoiceInput>;
export type NewInvoiceInput = z.output<typeof newInvoiceInput>;

/**
 * What the form's preview is asked with: what a payer would see of it, and in which language. What is wrong while it is still being typed
 * counts as absent where the page can do without.
 */
export const invoicePreviewInput = newInvoiceInput.omit({ urlCallback: true, additionalData: true }).extend({
  orderId: newInvoiceInput.shape.orderId.catch(null),
  urlReturn: newInvoiceInput.shape.urlReturn.catch(null),
  urlSuccess: newInvoiceInput.shape.urlSuccess.catch(null),
  /** As the page's own addresses name it; what is not offered is English. */
  language: z.string().max(16),
});
export type InvoicePreviewForm = z.input<typeof invoicePreviewInput>;
export type InvoicePreviewInput = z.output<typeof invoicePreviewInput>;

/** A whole page, to be shown in a frame that runs and leads nowhere. */
export const invoicePreviewView = z.object({ html: z.string() });

/** What one can ask for and be paid with right now. */
export type InvoiceOptions = {
  readonly currencies: readonly { readonly code: string; readonly name: string; readonly isFiat: boolean }[];
  readonly coins: readonly {
    readonly code: string;
    readonly name: string;
    readonly networks: readonly { readonly code: string; readonly name: string }[];
  }[];
};
