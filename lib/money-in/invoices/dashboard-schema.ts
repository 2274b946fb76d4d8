import { z } from "zod";
import { listFilters, MATCHES, pageCursor, pageCursors, VALUE_SORTS } from "@/lib/kernel/paging/list-schema";
import { invoiceView } from "@/lib/money-in/invoices/schema";
import { INVOICE_STATUSES, SHOWN_STATUSES } from "@/lib/money-in/invoices/status";
import { amlLink } from "@/lib/money-in/questionnaires/schema";

/**
 * What the pages ask about invoices and what they are told. Safe for the browser; amounts are plain
 * decimal text.
 */

/** How a list is narrowed down: by what a person means, not by each of the twelve statuses. */
export const INVOICE_GROUPS = ["open", "paid", "short", "expired", "failed", "refunds", "locked"] as const;
export type InvoiceGroup = (typeof INVOICE_GROUPS)[number];

export const INVOICE_PAGE_SIZE = 25;
export const invoiceFilterQuery = z.object({
  status: z.enum(INVOICE_GROUPS).optional(),
  ...listFilters,
  /** What the amount was asked for in. */
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
  /** The static wallet that it is a top-up of. */
  walletId: z.uuid().nullable(),
  status: z.enum(INVOICE_STATUSES),
  shown: z.enum(SHOWN_STATUSES),
  amount: z.string(),
  currency: z.string(),
  /** Confirmed, in the coin of `payer`. */
  paidAmount: z.string(),
  /** What the payer owes, once a coin is chosen. */
  payer: z.object({ amount: z.string(), currency: z.string(), networkName: z.string() }).nullable(),
  /** What was paid, worth at that time, in USD; null while nothing was. */
  paidUsd: z.string().nullable(),
  /** To the merchant, once something was credited. */
  creditedAmount: z.string().nullable(),
  createdAt: moment,
  expiresAt: moment,
  /** What the search found it by; null without a search. */
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
  /** Flat: names to what they say. */
  detail: z.record(z.string(), z.string()),
});
export type EventView = z.output<typeof eventView>;

const attemptView = z.object({
  id: z.string(),
  at: moment,
  /** 1 is the first try of its event. */
  number: z.int(),
  /** Status that the webhook carried. */
  event: z.string(),
  durationMs: z.int(),
  /** Null: no answer. */
  httpStatus: z.int().nullable(),
  error: z.string().nullable(),
});
export type AttemptView = z.output<typeof attemptView>;

/** Terms of an invoice that are shown as they were given, under the names of `Invoice`. */
export const givenTerms = z.object({
  subtractPercent: z.int(),
  isPaymentMultiple: z.boolean(),
  additionalData: z.string().nullable(),
  payerEmail: z.string().nullable(),
  urlCallback: z.string().nullable(),
  urlReturn: z.string().nullable(),
  urlSuccess: z.string().nullable(),
});

export const invoiceDetailView = givenTerms.extend({
  id: z.uuid(),
  orderId: z.string(),
  /** The static wallet that it is a top-up of. */
  walletId: z.uuid().nullable(),
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
  /**
   * Of a top-up: what went to its wallet's creation fee, in the coin that was paid; null where
   * nothing did.
   */
  creationFee: z.string().nullable(),
  isCredited: z.boolean(),
  paymentUrl: z.string(),
  createdAt: moment,
  expiresAt: moment,
  finalAt: moment.nullable(),
  quotes: z.array(quoteDetailView),
  deposits: z.array(depositDetailView),
  /** By which the payer of a held payment is asked, the newest first. */
  amlLinks: z.array(amlLink),
  events: z.array(eventView),
  /** Each try to tell the shop, newest first; the last of many. */
  attempts: z.array(attemptView),
  /** The Invoice object of the machine API. */
  wire: invoiceView,
});
export type InvoiceDetailView = z.output<typeof invoiceDetailView>;

const REASON_CHARACTERS_MAX = 200;

/** Marking an invoice as paid. */
export const markAsPaidForm = z.object({
  id: z.uuid(),
  reason: z.string().trim().min(3, "Enter how it was paid.").max(REASON_CHARACTERS_MAX, "Use fewer characters."),
});
export type MarkAsPaidForm = z.output<typeof markAsPaidForm>;
