import { isLosslessNumber } from "lossless-json";
import { z } from "zod";
import {
  ALPHA_DASH,
  FREE_TEXT,
  lenientBoolean,
  lenientInteger,
  optionalText,
  optionalUrl,
  optionalUuid,
  refuseWithoutId,
  requiredText,
  requiredUuid,
  withWireSchema,
} from "@/lib/kernel/lenient-input";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { AMOUNT_CHARACTERS_MAX, parseAmount } from "@/lib/kernel/money/parse-amount";
import { INVOICE_STATUSES } from "@/lib/money-in/invoices/status";

const CODE_MAX = 16;
const COIN_LIST_MAX = 100;
const ACCURACY_MAX = decimal("5");
/** The scale of the column. No coin of the catalog is finer, and answers and webhooks show every digit. */
const AMOUNT_DECIMALS_MAX = 18;
const AMOUNT_MAX = decimal("100000000000000000000");

/** A decimal above zero, from text or a JSON number's own text. */
export const positiveAmount = requiredText({ max: AMOUNT_CHARACTERS_MAX, pattern: /^[0-9.]+$/ }).transform(
  (text, context): Decimal => {
    const amount = parseAmount(text);
    if (amount?.gt("0") && amount.lte(AMOUNT_MAX) && amount.decimalPlaces() <= AMOUNT_DECIMALS_MAX) return amount;
    context.addIssue({ code: "custom", message: amountProblem(amount) });
    return z.NEVER;
  },
);

function amountProblem(amount: Decimal | null): string {
  if (amount === null) return "validation.numeric";
  if (!amount.gt("0")) return "validation.min.numeric";
  return amount.gt(AMOUNT_MAX) ? "validation.max.numeric" : "validation.decimal";
}

const coin = z.object(
  {
    currency: requiredText({ max: CODE_MAX }),
    network: optionalText({ max: CODE_MAX }),
  },
  { error: () => "validation.array" },
);

const coinList = z.preprocess(
  (value) =>
    value === null || value === "" || value === undefined || (Array.isArray(value) && value.length === 0)
      ? null
      : value,
  z.union([z.null(), z.array(coin).max(COIN_LIST_MAX)], { error: () => "validation.array" }),
);

const accuracy = requiredText({ max: 8 })
  .optional()
  .transform((text, context): Decimal => {
    const value = parseAmount(text ?? "0");
    if (value?.lte(ACCURACY_MAX) && value.decimalPlaces() <= 2) return value;
    context.addIssue({ code: "custom", message: value === null ? "validation.numeric" : "validation.between.numeric" });
    return z.NEVER;
  });
const ACCURACY_WIRE = {
  type: ["string", "null"],
  pattern: "^(?:[0-4](?:\\.[0-9]{1,2})?|5(?:\\.0{1,2})?)$",
  default: "0",
  "x-also-accepted": "a JSON number",
};

/** One `@`, and behind it a point with something on both sides. Each part ends where the next begins, so a text is looked at once. */
const PAYER_EMAIL = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}][^\s@.\p{Cc}\p{Cs}]*\.[^\s@\p{Cc}\p{Cs}]+$/u;

/** `POST /v1/payment`: every parameter of the specification, in the forms that clients really send. */
export const createInvoiceInput = z.object({
  amount: positiveAmount.describe("What the invoice is about, in `currency`"),
  currency: requiredText({ max: CODE_MAX }),
  order_id: requiredText({ max: 128, pattern: ALPHA_DASH }).describe(
    "Your own name for the invoice. The same one again answers the first invoice",
  ),
  network: optionalText({ max: CODE_MAX }).describe(
    "Network to pay on. With a coin it fixes where the payer pays; without one it limits what may be chosen",
  ),
  url_return: optionalUrl().describe("Where the page's way back to the shop leads"),
  url_success: optionalUrl().describe("Where the payer may go on after paying"),
  url_callback: optionalUrl().describe("Where webhooks about this invoice go"),
  is_payment_multiple: lenientBoolean(true).describe(
    "Whether the rest may be paid in further parts; `false` closes with the first payment",
  ),
  lifetime: z
    .preprocess(zeroToAbsent, lenientInteger({ min: 300, max: 43_200 }, 3600))
    .transform((value) => value ?? 3600)
    .describe("Seconds in which it may be paid; `0` means the default"),
  to_currency: optionalText({ max: CODE_MAX }).describe(
    "The coin to pay in: `amount` is converted at the present rate",
  ),
  subtract: lenientInteger({ min: 0, max: 100 }, 0)
    .transform((value) => value ?? 0)
    .describe("Percent of the commission that the payer bears"),
  accuracy_payment_percent: withWireSchema(
    z.preprocess((value) => (value === null || value === "" ? undefined : value), accuracy),
    ACCURACY_WIRE,
  ).describe("An underpayment of at most so many percent still counts as paid"),
  additional_data: optionalText({ max: 255, pattern: FREE_TEXT }).describe(
    "A note of yours: comes back in answers and webhooks, hidden from the payer",
  ),
  currencies: coinList.describe("What the payer may choose from; everything when absent"),
  except_currencies: coinList.describe("What the payer may not choose"),
  course_source: optionalText({ min: 4, max: 20 }),
  from_referral_code: optionalText({ max: 64 }),
  discount_percent: lenientInteger({ min: -99, max: 100 }, null).describe(
    "Above 0 a discount, below 0 an extra; applied with a fixed coin",
  ),
  is_refresh: lenientBoolean(false).describe(
    "Renews an expired invoice of this order id: new address and time, nothing else changes",
  ),
  payer_email: optionalText({ max: 254, pattern: PAYER_EMAIL }).describe("The payer's address: gets the receipt"),
});

/** Some clients always send the field and write 0 for "not set". */
function zeroToAbsent(value: unknown): unknown {
  const text = isLosslessNumber(value) ? value.value : value;
  return text === "0" || text === 0 ? undefined : value;
}

export type CreateInvoiceInput = z.output<typeof createInvoiceInput>;
export type CoinChoice = { readonly currency: string; readonly network: string | null };
type CoinLists = Readonly<Record<"currencies" | "except_currencies", readonly CoinChoice[] | null>>;

/** What an invoice is asked to be, as the domain calls it. */
export type InvoiceTerms = Readonly<ReturnType<typeof toInvoiceTerms>>;

/** The wire's names, translated once. Codes are as they were written until the catalog is asked. */
export function toInvoiceTerms(input: CreateInvoiceInput) {
  const { currencies, except_currencies: exceptCurrencies }: CoinLists = input;
  return {
    orderId: input.order_id,
    amount: input.amount,
    currencyCode: input.currency,
    toCurrencyCode: input.to_currency,
    networkCode: input.network,
    urlReturn: input.url_return,
    urlSuccess: input.url_success,
    urlCallback: input.url_callback,
    isPaymentMultiple: input.is_payment_multiple,
    lifetimeSeconds: input.lifetime,
    subtractPercent: input.subtract,
    accuracyPercent: input.accuracy_payment_percent,
    additionalData: input.additional_data,
    currencies,
    exceptCurrencies,
    courseSource: input.course_source,
    fromReferralCode: input.from_referral_code,
    discountPercent: input.discount_percent,
    payerEmail: input.payer_email,
  };
}

/** `uuid` or `order_id`; with both, order_id decides. */
export const findInvoiceInput = z
  .object({
    uuid: optionalUuid(),
    order_id: optionalText({ max: 128, pattern: ALPHA_DASH }),
  })
  .superRefine(refuseWithoutId);

const text = z.string();
const textOrNull = z.string().nullable();

/** What becomes of a payment that the merchant has converted. */
export const convertView = z.strictObject({
  to_currency: text,
  commission: textOrNull.describe("Fee of the conversion, in to_currency"),
  rate: text.describe("Units of to_currency for one of payer_currency, less the fee: amount is merchant_amount x rate"),
  amount: text.describe("Added to the balance in to_currency, after all fees"),
});

export type ConvertView = z.output<typeof convertView>;

const status = z.enum(INVOICE_STATUSES).describe("The same in `payment_status` and `status`");

/** The interface's Invoice object: exactly these 27 keys (26 where no transaction brought the money), and `convert` where the payment is converted. */
export const invoiceView = z
  .strictObject({
    uuid: z.uuid(),
    order_id: text,
    amount: text.describe("Fiat with 2 decimals, crypto with 8 or more"),
    payment_amount: textOrNull.describe("Confirmed so far, in payer_currency"),
    payment_amount_usd: text,
    payer_amount: textOrNull,
    payer_amount_exchange_rate: textOrNull,
    discount_percent: z.int().nullable().describe("As asked; else that of the service which the payer chose"),
    discount: text.describe("In payer_currency"),
    payer_currency: textOrNull,
    currency: text,
    comments: z.null(),
    merchant_amount: textOrNull,
    network: textOrNull.describe("Network code in lower case"),
    address: textOrNull,
    from: textOrNull,
    txid: textOrNull
      .optional()
      .describe("Not there when it was paid inside the gateway, out of a personal wallet, or marked as paid"),
    payment_status: status,
    url: text,
    expired_at: z.int().describe("Unix seconds"),
    status,
    is_final: z.boolean(),
    additional_data: textOrNull,
    created_at: text.describe("ISO 8601 at +03:00"),
    updated_at: text.describe("ISO 8601 at +03:00"),
    commission: textOrNull,
    address_qr_code: textOrNull.describe("PNG as a data URI"),
    convert: convertView.optional().describe("Only where the merchant has payer_currency converted"),
  })
  .meta({ id: "Invoice" });

export type InvoiceView = z.output<typeof invoiceView>;

/** `POST /v1/payment/qr`. */
export const invoiceQrInput = z.object({
  merchant_payment_uuid: requiredUuid(),
});

export const qrView = z.strictObject({ image: text.describe("PNG as a data URI") }).meta({ id: "QrImage" });

/** `POST /v1/payment/mark-as-paid`. */
export const markAsPaidView = z.strictObject({ success: z.literal(true), message: z.string() });
export type MarkAsPaidView = z.output<typeof markAsPaidView>;
