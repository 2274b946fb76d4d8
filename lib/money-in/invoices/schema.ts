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
/**
 * The scale of the column. No coin of the catalog is finer, and responses and webhooks show every
 * digit.
 */
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

/**
 * One `@`, followed by a domain with a dot that has text on both sides. Each part ends where the
 * next begins, so matching takes linear time.
 */
const PAYER_EMAIL = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}][^\s@.\p{Cc}\p{Cs}]*\.[^\s@\p{Cc}\p{Cs}]+$/u;

/**
 * Input of `POST /v1/payment`: every parameter of the specification, in the forms that clients
 * actually send.
 */
export const createInvoiceInput = z.object({
  amount: positiveAmount.describe("Invoice amount, in `currency`"),
  currency: requiredText({ max: CODE_MAX }),
  order_id: requiredText({ max: 128, pattern: ALPHA_DASH }).describe(
    "Your order ID of the invoice. Sending it again returns the first invoice",
  ),
  network: optionalText({ max: CODE_MAX }).describe(
    "Network of the payment. With a coin, the payer can't choose; without one, it limits the choice",
  ),
  url_return: optionalUrl().describe("URL of the link back to the shop"),
  url_success: optionalUrl().describe("URL the payer can continue to after paying"),
  url_callback: optionalUrl().describe("URL that receives webhooks for this invoice"),
  is_payment_multiple: lenientBoolean(true).describe(
    "Whether the payer can pay in several parts; `false` closes the invoice with the first payment",
  ),
  lifetime: z
    .preprocess(zeroToAbsent, lenientInteger({ min: 300, max: 43_200 }, 3600))
    .transform((value) => value ?? 3600)
    .describe("Seconds until it expires; `0` means the default"),
  to_currency: optionalText({ max: CODE_MAX }).describe(
    "Coin of the payment: `amount` is converted at the current rate",
  ),
  subtract: lenientInteger({ min: 0, max: 100 }, 0)
    .transform((value) => value ?? 0)
    .describe("Percentage of the commission charged to the payer"),
  accuracy_payment_percent: withWireSchema(
    z.preprocess((value) => (value === null || value === "" ? undefined : value), accuracy),
    ACCURACY_WIRE,
  ).describe("Underpayments up to this percentage still count as paid"),
  additional_data: optionalText({ max: 255, pattern: FREE_TEXT }).describe(
    "Your note: returned in responses and webhooks, not shown to the payer",
  ),
  currencies: coinList.describe("Coins the payer can choose; all if absent"),
  except_currencies: coinList.describe("Coins the payer can't choose"),
  course_source: optionalText({ min: 4, max: 20 }),
  from_referral_code: optionalText({ max: 64 }),
  discount_percent: lenientInteger({ min: -99, max: 100 }, null).describe(
    "Above 0: a discount; below 0: a surcharge; applied if the coin is fixed",
  ),
  is_refresh: lenientBoolean(false).describe(
    "Renews an expired invoice with this order ID: new address and expiry, nothing else changes",
  ),
  payer_email: optionalText({ max: 254, pattern: PAYER_EMAIL }).describe(
    "E-mail address of the payer, for the receipt",
  ),
});

/** Some clients always send the field, with 0 for "not set". */
function zeroToAbsent(value: unknown): unknown {
  const text = isLosslessNumber(value) ? value.value : value;
  return text === "0" || text === 0 ? undefined : value;
}

export type CreateInvoiceInput = z.output<typeof createInvoiceInput>;
export type CoinChoice = { readonly currency: string; readonly network: string | null };
type CoinLists = Readonly<Record<"currencies" | "except_currencies", readonly CoinChoice[] | null>>;

/** The requested terms of an invoice, under the names of the domain model. */
export type InvoiceTerms = Readonly<ReturnType<typeof toInvoiceTerms>>;

/** Translates the API's names. Codes keep their original case until the catalog is queried. */
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
    requestedRateSource: input.course_source,
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

/** The conversion of a payment that the merchant converts. */
export const convertView = z.strictObject({
  to_currency: text,
  commission: textOrNull.describe("Conversion fee, in to_currency"),
  rate: text.describe("Units of to_currency for one of payer_currency, less the fee: amount is merchant_amount x rate"),
  amount: text.describe("Added to the balance in to_currency, after all fees"),
});

export type ConvertView = z.output<typeof convertView>;

const status = z.enum(INVOICE_STATUSES).describe("Same value in `payment_status` and `status`");

/**
 * The API's Invoice object: exactly these 27 keys (26 where the payment has no transaction), and
 * `convert` where the payment is converted.
 */
export const invoiceView = z
  .strictObject({
    uuid: z.uuid(),
    order_id: text,
    amount: text.describe("Fiat with 2 decimals, crypto with 8 or more"),
    payment_amount: textOrNull.describe("Confirmed amount so far, in payer_currency"),
    payment_amount_usd: text,
    payer_amount: textOrNull,
    payer_amount_exchange_rate: textOrNull,
    discount_percent: z
      .int()
      .nullable()
      .describe("As requested; otherwise that of the coin and network the payer chose"),
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
      .describe("Absent if it was paid from a personal wallet of the gateway, or marked as paid"),
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
    convert: convertView.optional().describe("Present only if the merchant converts payer_currency"),
  })
  .meta({ id: "Invoice" });

export type InvoiceView = z.output<typeof invoiceView>;

/** Input of `POST /v1/payment/qr`. */
export const invoiceQrInput = z.object({
  merchant_payment_uuid: requiredUuid(),
});

export const qrView = z.strictObject({ image: text.describe("PNG as a data URI") }).meta({ id: "QrImage" });

/** Response of `POST /v1/payment/mark-as-paid`. */
export const markAsPaidView = z.strictObject({ success: z.literal(true), message: z.string() });
export type MarkAsPaidView = z.output<typeof markAsPaidView>;
