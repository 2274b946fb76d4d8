import { type DecimalLike, decimal } from "@/lib/kernel/money/decimal";
import type { CoinChoice, InvoiceTerms } from "@/lib/money-in/invoices/schema";

/** A column, the type of its value, and how to read the value from what is written. */
export type Column<Row> = readonly [name: string, type: string, read: (row: Row) => unknown];

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Keyed by term: one without a column does not compile. */
const COLUMNS: Readonly<Record<keyof InvoiceTerms, Column<InvoiceTerms>>> = {
  orderId: ["order_id", "text", (terms) => terms.orderId],
  amount: ["amount", "numeric", (terms) => terms.amount.toFixed()],
  currencyCode: ["currency_code", "text", (terms) => terms.currencyCode],
  toCurrencyCode: ["to_currency_code", "text", (terms) => terms.toCurrencyCode],
  networkCode: ["network_code", "text", (terms) => terms.networkCode],
  urlReturn: ["url_return", "text", (terms) => terms.urlReturn],
  urlSuccess: ["url_success", "text", (terms) => terms.urlSuccess],
  urlCallback: ["url_callback", "text", (terms) => terms.urlCallback],
  isPaymentMultiple: ["is_payment_multiple", "boolean", (terms) => terms.isPaymentMultiple],
  lifetimeSeconds: ["lifetime_seconds", "int", (terms) => terms.lifetimeSeconds],
  subtractPercent: ["subtract_percent", "int", (terms) => terms.subtractPercent],
  accuracyPercent: ["accuracy_percent", "numeric", (terms) => terms.accuracyPercent.toFixed()],
  additionalData: ["additional_data", "text", (terms) => terms.additionalData],
  currencies: ["currencies", "jsonb", (terms) => json(terms.currencies)],
  exceptCurrencies: ["except_currencies", "jsonb", (terms) => json(terms.exceptCurrencies)],
  requestedRateSource: ["course_source", "text", (terms) => terms.requestedRateSource],
  fromReferralCode: ["from_referral_code", "text", (terms) => terms.fromReferralCode],
  discountPercent: ["discount_percent", "int", (terms) => terms.discountPercent],
  payerEmail: ["payer_email", "text", (terms) => terms.payerEmail],
};

/** The columns of an invoice's terms, in the order of the insert statement. */
export const TERM_COLUMNS: readonly Column<InvoiceTerms>[] = Object.values(COLUMNS);

/** These columns as `pg` returns them, amounts as text, or as Prisma does. */
export type TermsRow = {
  order_id: string;
  amount: DecimalLike;
  currency_code: string;
  to_currency_code: string | null;
  network_code: string | null;
  url_return: string | null;
  url_success: string | null;
  url_callback: string | null;
  is_payment_multiple: boolean;
  lifetime_seconds: number;
  subtract_percent: number;
  accuracy_percent: DecimalLike;
  additional_data: string | null;
  currencies: readonly CoinChoice[] | null;
  except_currencies: readonly CoinChoice[] | null;
  course_source: string | null;
  from_referral_code: string | null;
  discount_percent: number | null;
  payer_email: string | null;
};

export function readTerms(row: TermsRow): InvoiceTerms {
  return {
    orderId: row.order_id,
    amount: decimal(row.amount),
    currencyCode: row.currency_code,
    toCurrencyCode: row.to_currency_code,
    networkCode: row.network_code,
    urlReturn: row.url_return,
    urlSuccess: row.url_success,
    urlCallback: row.url_callback,
    isPaymentMultiple: row.is_payment_multiple,
    lifetimeSeconds: row.lifetime_seconds,
    subtractPercent: row.subtract_percent,
    accuracyPercent: decimal(row.accuracy_percent),
    additionalData: row.additional_data,
    currencies: row.currencies,
    exceptCurrencies: row.except_currencies,
    requestedRateSource: row.course_source,
    fromReferralCode: row.from_referral_code,
    discountPercent: row.discount_percent,
    payerEmail: row.payer_email,
  };
}
