import { env } from "@/lib/kernel/env";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { formatCrypto, formatFiat, formatWebhookAmount } from "@/lib/kernel/money/format";
import { qrPngDataUri } from "@/lib/kernel/qr/qr-png";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import { commissionOn } from "@/lib/money-in/invoices/payer-amount";
import type { ConvertView, InvoiceView } from "@/lib/money-in/invoices/schema";
import { isFinal } from "@/lib/money-in/invoices/status";

/** The API's time zone: UTC+3 all year round. */
const WIRE_OFFSET = "+03:00";
const WIRE_OFFSET_MS = 3 * 60 * 60 * 1000;
const FIAT_DECIMALS = 2;

/**
 * Builds the API's Invoice object: a fixed set of 27 keys, null for unknown values, and `convert`
 * only where the payment is converted. `isCrypto` determines the format of amounts in the invoice's
 * own currency.
 */
export function toInvoiceView(invoice: Invoice, isCrypto: boolean, convert: ConvertView | null = null): InvoiceView {
  const quote = invoice.currentQuote;
  return {
    ...toInvoiceMembers(invoice, isCrypto),
    address_qr_code: quote ? qrPngDataUri(quote.address) : null,
    ...(convert ? { convert } : {}),
  };
}

/**
 * Builds the same without the QR image, which takes as long as everything else, and without
 * `convert`.
 */
export function toInvoiceMembers(
  invoice: Invoice,
  isCrypto: boolean,
): Omit<InvoiceView, "address_qr_code" | "convert"> {
  const quote = invoice.currentQuote;
  const expected = expectedAmounts(invoice);
  return {
    uuid: invoice.id,
    order_id: invoice.orderId,
    amount: isCrypto ? formatCrypto(invoice.amount) : formatFiatExactly(invoice.amount),
    payment_amount: invoice.paidAmount.isZero() ? null : formatCrypto(invoice.paidAmount),
    payment_amount_usd: formatFiat(invoice.paidAmountUsd),
    payer_amount: quote ? formatCrypto(quote.payerAmount) : null,
    payer_amount_exchange_rate: quote ? formatCrypto(quote.rate) : null,
    discount_percent: invoice.discountPercent ?? quote?.discountPercent ?? null,
    discount: quote ? formatCrypto(quote.discount) : "0.00000000",
    payer_currency: quote?.currencyCode ?? invoice.toCurrencyCode ?? (isCrypto ? invoice.currencyCode : null),
    currency: invoice.currencyCode,
    comments: null,
    merchant_amount: expected ? formatCrypto(expected.merchantAmount) : null,
    network: quote?.networkCode ?? invoice.networkCode,
    address: quote?.address ?? null,
    from: invoice.fromAddress,
    ...transactionMember(invoice),
    payment_status: invoice.status,
    url: invoice.walletId === null ? paymentPageUrl(invoice.id) : walletPageUrl(invoice.walletId),
    expired_at: Math.floor(invoice.expiresAt.getTime() / 1000),
    status: invoice.status,
    is_final: isFinal(invoice.status),
    additional_data: invoice.additionalData,
    created_at: formatWireTime(invoice.createdAt),
    updated_at: formatWireTime(invoice.updatedAt),
    commission: expected ? formatCrypto(expected.commission) : null,
  };
}

/** URL of the payment page. */
export function paymentPageUrl(invoiceId: string): string {
  return `${env().BASE_URL}/pay/${invoiceId}`;
}

/** URL of a static wallet's top-up page. */
export function walletPageUrl(walletId: string): string {
  return `${env().BASE_URL}/wallet/${walletId}`;
}

/** Builds the webhook members of a payment or a top-up in the documented order, without `sign`. */
export function toPaymentWebhook(invoice: Invoice, convert: ConvertView | null = null) {
  const quote = invoice.currentQuote;
  const expected = expectedAmounts(invoice);
  return {
    type: invoice.walletId === null ? "payment" : "wallet",
    uuid: invoice.id,
    order_id: invoice.orderId,
    amount: formatCrypto(invoice.amount),
    payment_amount: formatWebhookAmount(invoice.paidAmount),
    payment_amount_usd: formatFiat(invoice.paidAmountUsd),
    merchant_amount: expected ? formatWebhookAmount(expected.merchantAmount) : null,
    commission: expected ? formatWebhookAmount(expected.commission) : null,
    is_final: isFinal(invoice.status),
    status: invoice.status,
    from: invoice.fromAddress,
    wallet_address_uuid: invoice.walletId,
    network: quote?.networkCode ?? invoice.networkCode,
    currency: invoice.currencyCode,
    payer_currency: quote?.currencyCode ?? null,
    additional_data: invoice.additionalData,
    ...(convert ? { convert } : {}),
    ...transactionMember(invoice),
  };
}

/**
 * The API omits `txid` for an invoice that was paid without a transaction: from a personal wallet,
 * or marked by the merchant. In all other cases it is null until a transaction is known.
 */
function transactionMember({ transactionId, paymentOutcome }: Invoice): { txid?: string | null } {
  const isWithoutTransaction = transactionId === null && paymentOutcome !== null;
  return isWithoutTransaction ? {} : { txid: transactionId };
}

/**
 * Returns the credited amount and the commission; before any credit, those expected if the payer
 * pays the quote exactly.
 */
export function expectedAmounts(invoice: Invoice): { merchantAmount: Decimal; commission: Decimal } | null {
  const quote = invoice.currentQuote;
  if (invoice.creditedAmount !== null && invoice.commissionAmount !== null) {
    return { merchantAmount: invoice.creditedAmount, commission: invoice.commissionAmount };
  }
  if (quote === null) return null;
  const commission = commissionOn(quote.payerAmount, commissionTerms(invoice, quote));
  return { merchantAmount: quote.payerAmount.minus(commission), commission };
}

export function commissionTerms(invoice: Pick<Invoice, "subtractPercent">, quote: Quote) {
  const { commissionRate, commissionFixed } = quote;
  return { commissionRate, commissionFixed, subtractPercent: invoice.subtractPercent };
}

/** Two decimals, or more if the merchant requested a finer amount. */
function formatFiatExactly(amount: Decimal): string {
  return amount.decimalPlaces() > FIAT_DECIMALS ? amount.toFixed() : formatFiat(amount);
}

/** ISO 8601 at UTC+3 without fractions of a second. */
export function formatWireTime(at: Date): string {
  return new Date(at.getTime() + WIRE_OFFSET_MS).toISOString().replace(/\.\d{3}Z$/, WIRE_OFFSET);
}
