import { z } from "zod";
import { decimal } from "@/lib/kernel/money/decimal";
import { AMOUNT_CHARACTERS_MAX, parseAmount } from "@/lib/kernel/money/parse-amount";
import { RATE_SOURCE_NAMES } from "@/lib/pricing/rates/source-name";

/**
 * The create form. Bounds are those of the machine API (schema.ts), with texts for people. Safe to
 * import in the browser.
 */

const URL_CHARACTERS_MAX = 255;
export const LIFETIME_CHOICES = [900, 1800, 3600, 10_800, 43_200] as const;
export const LIFETIME_DEFAULT = 3600;

const amount = z
  .string()
  .trim()
  .max(AMOUNT_CHARACTERS_MAX, "Too long for an amount.")
  .refine((text) => parseAmount(text)?.gt("0") ?? false, "Enter an amount above zero, with a decimal point.");

const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{1,16}$/);

/** Treats an empty field as absent. */
function optional<Schema extends z.ZodType<string, string>>(schema: Schema) {
  return z.union([z.literal("").transform(() => null), schema]);
}

const webAddress = z
  .string()
  .trim()
  .max(URL_CHARACTERS_MAX, `Use at most ${URL_CHARACTERS_MAX} characters.`)
  .pipe(z.url({ protocol: /^https?$/, error: "Enter a full URL that starts with https://." }));

/** A whole percentage, as typed. */
function percent(least: number, most: number) {
  const says = `Enter a whole number from ${least} to ${most}.`;
  return z
    .string()
    .trim()
    .regex(/^-?\d{1,3}$/, { error: says, abort: true })
    .refine((text) => Number.parseInt(text, 10) >= least && Number.parseInt(text, 10) <= most, says);
}

const ACCURACY_MAX = decimal("5");

/**
 * Which coins the payer may choose: those of the settings, only the listed ones, or all but the
 * listed ones.
 */
export const COIN_RULES = ["settings", "only", "except"] as const;

const fields = z.object({
  amount,
  currency: code,
  /** Empty: one is generated. */
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
  // The following may be missing: a page opened before an update does not send them.
  /** False: the first payment closes the invoice. */
  isPaymentMultiple: z.boolean().prefault(true),
  /** Percentage of the commission that the payer bears. */
  subtractPercent: optional(percent(0, 100)).prefault(""),
  /** Underpayment in percent that still counts as paid. */
  accuracyPercent: optional(
    z
      .string()
      .trim()
      .regex(/^\d(\.\d{1,2})?$/, { error: "Enter a number from 0 to 5, with at most 2 decimals.", abort: true })
      .refine((text) => decimal(text).lte(ACCURACY_MAX), "Enter a number from 0 to 5, with at most 2 decimals."),
  ).prefault(""),
  /** Only with a fixed coin. */
  discountPercent: optional(percent(-99, 100)).prefault(""),
  coinRule: z.enum(COIN_RULES).prefault("settings"),
  coins: z
    .array(z.object({ currency: code, network: code }))
    .max(100)
    .prefault([]),
  requestedRateSource: optional(z.enum(RATE_SOURCE_NAMES)).prefault(""),
  payerEmail: optional(z.string().trim().max(254).pipe(z.email("Enter an e-mail address."))).prefault(""),
  referralCode: optional(z.string().trim().max(64, "Use at most 64 characters.")).prefault(""),
});

export const newInvoiceInput = fields.refine(({ coinRule, coins }) => coinRule === "settings" || coins.length > 0, {
  path: ["coins"],
  error: "Select at least one coin.",
});
type Typed = z.input<typeof newInvoiceInput>;
/** The form's values: every field is present. */
export type NewInvoiceForm = { [Name in keyof Typed]-?: Exclude<Typed[Name], undefined> };
export type NewInvoiceInput = z.output<typeof newInvoiceInput>;

/** A blank form; values unchanged from it are left to the settings. */
export const BLANK_INVOICE: NewInvoiceForm = {
  amount: "",
  currency: "USD",
  orderId: "",
  coin: "",
  network: "",
  lifetimeSeconds: LIFETIME_DEFAULT,
  urlCallback: "",
  urlReturn: "",
  urlSuccess: "",
  additionalData: "",
  isPaymentMultiple: true,
  subtractPercent: "",
  accuracyPercent: "",
  discountPercent: "",
  coinRule: "settings",
  coins: [],
  requestedRateSource: "",
  payerEmail: "",
  referralCode: "",
};

/**
 * Input of the form's preview: the fields that affect the payer's page, and its language. Invalid
 * fields that are still being typed count as absent where the page does not need them.
 */
export const invoicePreviewInput = fields
  .omit({ urlCallback: true, additionalData: true, payerEmail: true, referralCode: true })
  .extend({
    orderId: fields.shape.orderId.catch(null),
    urlReturn: fields.shape.urlReturn.catch(null),
    urlSuccess: fields.shape.urlSuccess.catch(null),
    /** As in the page's own URLs; unsupported languages fall back to English. */
    language: z.string().max(16),
  });
export type InvoicePreviewForm = z.input<typeof invoicePreviewInput>;
export type InvoicePreviewInput = z.output<typeof invoicePreviewInput>;

/** A complete page, for a frame without scripts or navigation. */
export const invoicePreviewView = z.object({ html: z.string() });

/** Currencies that can be requested and coins that can be paid with at present. */
export type InvoiceOptions = {
  readonly currencies: readonly { readonly code: string; readonly name: string; readonly isFiat: boolean }[];
  readonly coins: readonly {
    readonly code: string;
    readonly name: string;
    readonly networks: readonly { readonly code: string; readonly name: string }[];
  }[];
};
