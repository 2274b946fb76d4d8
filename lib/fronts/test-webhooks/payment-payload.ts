import { randomBytes, randomUUID } from "node:crypto";
import { randomAddress, randomTransactionId } from "@/lib/chains/address/random-address";
import type { AddressFamily } from "@/lib/chains/address-family";
import type { WebhookPayload } from "@/lib/delivery/webhooks/payload";
import { Decimal, decimal, HUNDRED, ONE, ZERO } from "@/lib/kernel/money/decimal";
import { formatFiat, formatWebhookAmount } from "@/lib/kernel/money/format";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { type CommissionTerms, commissionOn } from "@/lib/money-in/invoices/payer-amount";
import type { ConvertView } from "@/lib/money-in/invoices/schema";
import { type InvoiceStatus, isFinal } from "@/lib/money-in/invoices/status";
import { commissionTerms, toPaymentWebhook } from "@/lib/money-in/invoices/wire-view";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";

export type PaymentTest = {
  readonly status: InvoiceStatus;
  /** Of the coin and network in the request. */
  readonly service: CatalogService;
  /** US dollars for one unit of its coin; null if unknown. */
  readonly usdRate: Decimal | null;
  readonly sample: SampleData;
  /** The invoice or top-up that it is about; null: sample data only. */
  readonly invoice: Invoice | null;
  /** The conversion of its payment, if any. */
  readonly convert: ConvertView | null;
  /** For the kind `wallet`. */
  readonly wallet: { readonly id: string; readonly orderId: string } | null;
};

/** A sample amount is this multiple of the service's minimum. */
const ABOVE_MINIMUM = decimal("10");
const OVER = decimal("1.1");
const HALF = decimal("0.5");
const AMOUNT_DECIMALS = 8;

/** The amount received in each status of an invoice, as a share of the amount due. */
const RECEIVED: Readonly<Record<InvoiceStatus, Decimal>> = {
  check: ZERO,
  process: ZERO,
  cancel: ZERO,
  fail: ZERO,
  system_fail: ZERO,
  paid: ONE,
  paid_over: OVER,
  wrong_amount: HALF,
  refund_process: ONE,
  refund_fail: ONE,
  refund_paid: ONE,
  locked: ONE,
};

/**
 * Builds the payload of a test webhook of kind `payment` or `wallet`: members, order and types of a
 * real one, with the requested status. Uses all data of a real object and generates only what it
 * lacks for the status. Pure; nothing of it is ever stored.
 */
export function testPaymentPayload(test: PaymentTest): WebhookPayload {
  const members = test.invoice === null ? sampleOf(test) : fromInvoice(test, test.invoice);
  return { ...members, is_final: isFinal(test.status), status: test.status };
}

function fromInvoice(test: PaymentTest, invoice: Invoice): WebhookPayload {
  const real = toPaymentWebhook(invoice, test.convert);
  const isPaid = invoice.transactionId !== null || invoice.paidAmount.gt(ZERO);
  if (isPaid) return real;
  const quote = invoice.currentQuote;
  const isInCoin = invoice.currencyCode === test.service.currency.code;
  const due = quote?.payerAmount ?? (isInCoin ? invoice.amount : sampleAmount(test.service));
  const terms = quote ? commissionTerms(invoice, quote) : termsOf(test.service);
  return {
    ...real,
    ...paymentOf(test, due, terms),
    network: real.network ?? test.service.network.code,
    payer_currency: real.payer_currency ?? test.service.currency.code,
  };
}

function sampleOf(test: PaymentTest): WebhookPayload {
  const { service, sample, wallet } = test;
  const due = sampleAmount(service);
  const payment = paymentOf(test, due, termsOf(service));
  return {
    type: wallet ? "wallet" : "payment",
    uuid: sample.uuid,
    order_id: wallet?.orderId ?? sample.orderId,
    amount: formatWebhookAmount(due),
    payment_amount: payment.payment_amount,
    payment_amount_usd: payment.payment_amount_usd,
    merchant_amount: payment.merchant_amount,
    commission: payment.commission,
    is_final: false,
    status: test.status,
    from: payment.from,
    wallet_address_uuid: wallet?.id ?? null,
    network: service.network.code,
    currency: service.currency.code,
    payer_currency: service.currency.code,
    additional_data: null,
    txid: payment.txid,
  };
}

/** Returns the payer's simulated payment. `process` has a transaction and nothing confirmed. */
function paymentOf({ status, usdRate, sample }: PaymentTest, due: Decimal, terms: CommissionTerms) {
  const received = due.times(RECEIVED[status]);
  const commission = commissionOn(received.isZero() ? due : received, terms);
  const isSeen = status === "process" || received.gt(ZERO);
  return {
    payment_amount: formatWebhookAmount(received),
    payment_amount_usd: formatFiat(received.times(usdRate ?? ZERO)),
    merchant_amount: formatWebhookAmount((received.isZero() ? due : received).minus(commission)),
    commission: formatWebhookAmount(commission),
    from: isSeen ? sample.address : null,
    txid: isSeen ? sample.transactionId : null,
  };
}

function termsOf(service: CatalogService): CommissionTerms {
  const { paymentFeePercent, paymentFeeFixed } = service;
  return { commissionRate: paymentFeePercent.dividedBy(HUNDRED), commissionFixed: paymentFeeFixed, subtractPercent: 0 };
}

function sampleAmount({ paymentMin }: CatalogService): Decimal {
  const amount = paymentMin.times(ABOVE_MINIMUM).toDecimalPlaces(AMOUNT_DECIMALS, Decimal.ROUND_UP);
  return amount.isZero() ? ONE : amount;
}

/**
 * Data of a test webhook without a real object. Random, so that nobody takes two tests for one
 * payment.
 */
export type SampleData = {
  readonly uuid: string;
  /** Up to 32 letters and digits. */
  readonly orderId: string;
  readonly transactionId: string;
  readonly address: string;
};

/** Address and transaction id have the format of the family's networks. */
export function generateSample(family: AddressFamily): SampleData {
  return {
    uuid: randomUUID(),
    orderId: randomBytes(8).toString("hex"),
    transactionId: randomTransactionId(family),
    address: randomAddress(family),
  };
}
