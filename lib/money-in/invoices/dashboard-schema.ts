import { z } from "zod";
import { receiverView } from "@/lib/delivery/webhooks/schema";
import { listFilters, MATCHES, pageCursor, pageCursors, VALUE_SORTS } from "@/lib/kernel/paging/list-schema";
import { invoiceView } from "@/lib/money-in/invoices/schema";
import { INVOICE_STATUSES, SHOWN_STATUSES } from "@/lib/money-in/invoices/status";
import { amlLink } from "@/lib/money-in/questionnaires/schema";

/**
 * Input and output of the dashboard's invoice pages. Safe to import in the browser; amounts are
 * plain decimal text.
 */

/** The list's filter: groups that people think in, instead of the twelve statuses. */
export const INVOICE_GROUPS = ["open", "paid", "short", "expired", "failed", "refunds", "locked"] as const;
export type InvoiceGroup = (typeof INVOICE_GROUPS)[number];

export const INVOICE_PAGE_SIZE = 25;
export const invoiceFilterQuery = z.object({
  status: z.enum(INVOICE_GROUPS).optional(),
  ...listFilters,
  /** The currency of the requested amount. */
  currency: z
    .string()
    .regex(/^[A-Za-z0-9]{1,16}$/)
    .optional(),
  sort: z.enum(VALUE_SORTS).optional(),
});
export type InvoiceFilterQuery = z.output<typeof invoiceFilterQuery>;

export const invoiceListQuery = invoiceFilterQuery.extend(pageCursor);
export type InvoiceListQuery = z.output<typeof invoiceListQuery>;

const moment = z.iso.datetime();

export const invoiceRowView = z.object({
  id: z.uuid(),
  orderId: z.string(),
  /** The static wallet, if the invoice is a top-up. */
  walletId: z.uuid().nullable(),
  status: z.enum(INVOICE_STATUSES),
  shown: z.enum(SHOWN_STATUSES),
  amount: z.string(),
  currency: z.string(),
  /** Confirmed, in the coin of `payer`. */
  paidAmount: z.string(),
  /** The amount due, once a coin is chosen. */
  payer: z.object({ amount: z.string(), currency: z.string(), networkName: z.string() }).nullable(),
  /** Value of the paid amount when it was paid, in USD; null while nothing was paid. */
  paidUsd: z.string().nullable(),
  /** Credited to the merchant; null before the first credit. */
  creditedAmount: z.string().nullable(),
  createdAt: moment,
  expiresAt: moment,
  /** The field that the search matched; null without a search. */
  matchedBy: z.enum(MATCHES).nullable(),
});
export type InvoiceRowView = z.output<typeof invoiceRowView>;

export const invoicePageView = z.object({ items: z.array(invoiceRowView), ...pageCursors });
export type InvoicePageView = z.output<typeof invoicePageView>;

const quoteDetailView = z.object({
  id: z.uuid(),
  number: z.int(),
  isCurrent: z.boolean(),
  currency: z.string(),
  networkName: z.string(),
  address: z.string(),
  addressUrl: z.string().nullable(),
  payerAmount: z.string(),
  baseAmount: z.string(),
  discount: z.string(),
  rate: z.string(),
  rateSource: z.string(),
  rateAt: moment,
  /** In percent. */
  commissionPercent: z.string(),
  commissionFixed: z.string(),
  createdAt: moment,
  validUntil: moment,
});
export type QuoteDetailView = z.output<typeof quoteDetailView>;

const depositDetailView = z.object({
  id: z.uuid(),
  transactionId: z.string(),
  transactionUrl: z.string().nullable(),
  networkName: z.string(),
  amount: z.string(),
  currency: z.string(),
  fromAddress: z.string().nullable(),
  status: z.enum(["seen", "confirmed", "vanished"]),
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
  /** Set when the deposit became a case instead of counting for the invoice. */
  caseId: z.uuid().nullable(),
  seenAt: moment,
});
export type DepositDetailView = z.output<typeof depositDetailView>;

const eventView = z.object({
  id: z.string(),
  at: moment,
  kind: z.string(),
  /** Flat: values by name. */
  detail: z.record(z.string(), z.string()),
});
export type EventView = z.output<typeof eventView>;

const attemptView = z.object({
  id: z.string(),
  at: moment,
  /** 1 for the first attempt of its event. */
  number: z.int(),
  /** Status sent in the webhook. */
  event: z.string(),
  durationMs: z.int(),
  /** Null: no response. */
  httpStatus: z.int().nullable(),
  error: z.string().nullable(),
});
export type AttemptView = z.output<typeof attemptView>;

/** Terms of an invoice that are shown as specified, under the names of `Invoice`. */
export const givenTerms = z.object({
  subtractPercent: z.int(),
  isPaymentMultiple: z.boolean(),
  additionalData: z.string().nullable(),
  payerEmail: z.string().nullable(),
  urlReturn: z.string().nullable(),
  urlSuccess: z.string().nullable(),
});

export const invoiceDetailView = givenTerms.extend({
  id: z.uuid(),
  orderId: z.string(),
  /** The static wallet, if the invoice is a top-up. */
  walletId: z.uuid().nullable(),
  /** The payment link whose page made it, and what its payer ordered there. */
  paymentLink: z.object({ id: z.uuid(), title: z.string(), quantity: z.int(), note: z.string().nullable() }).nullable(),
  /** Set for a payment of a bill. */
  bill: z.object({ id: z.uuid(), number: z.string().nullable(), customerName: z.string() }).nullable(),
  /** Set for a sale at a terminal of the point of sale. `tip`: part of the amount. */
  sale: z.object({ tip: z.string() }).nullable(),
  receiver: receiverView.nullable(),
  status: z.enum(INVOICE_STATUSES),
  shown: z.enum(SHOWN_STATUSES),
  isFinal: z.boolean(),
  paymentOutcome: z.enum(["exact", "over", "under", "late", "manual"]).nullable(),
  amount: z.string(),
  currency: z.string(),
  discountPercent: z.int().nullable(),
  accuracyPercent: z.string(),
  paidAmount: z.string(),
  paidAmountUsd: z.string(),
  /** Expected before anything was credited, final afterwards. */
  merchantAmount: z.string().nullable(),
  commission: z.string().nullable(),
  /** Part of a top-up used for its wallet's creation fee, in the coin paid; null for none. */
  creationFee: z.string().nullable(),
  isCredited: z.boolean(),
  paymentUrl: z.string(),
  createdAt: moment,
  expiresAt: moment,
  finalAt: moment.nullable(),
  quotes: z.array(quoteDetailView),
  deposits: z.array(depositDetailView),
  /** Links to questionnaires for the payer of a held payment, newest first. */
  amlLinks: z.array(amlLink),
  events: z.array(eventView),
  /** Webhook attempts, newest first; only the latest if there are many. */
  attempts: z.array(attemptView),
  /** The machine API's Invoice object. */
  wire: invoiceView,
});
export type InvoiceDetailView = z.output<typeof invoiceDetailView>;

const REASON_CHARACTERS_MAX = 200;

export const markAsPaidForm = z.object({
  id: z.uuid(),
  reason: z.string().trim().min(3, "Enter how it was paid.").max(REASON_CHARACTERS_MAX, "Use fewer characters."),
});
export type MarkAsPaidForm = z.output<typeof markAsPaidForm>;
