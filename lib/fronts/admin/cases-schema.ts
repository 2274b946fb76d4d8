import { z } from "zod";
import { caseCreditPreview } from "@/lib/exceptions/case-decisions/credit-preview-schema";
import { caseRefundsView } from "@/lib/exceptions/refunds/dashboard-schema";
import { listPosition } from "@/lib/kernel/paging/list-schema";
import { amlQuestionnaireView } from "@/lib/money-in/questionnaires/schema";
import { reviewView } from "@/lib/money-out/reviews/schema";

/**
 * Deposits that the operator decides about: those without an owner, and those that screening holds.
 * Safe for the browser.
 */

export const CASE_PAGE_SIZE = 25;

/** It came to an address that nobody was given; or a list names its sender. */
export const OPERATOR_CASE_GROUPS = ["unowned", "locked"] as const;
export type OperatorCaseGroup = (typeof OPERATOR_CASE_GROUPS)[number];

const SEARCH_CHARACTERS_MAX = 128;

export const operatorCaseListQuery = z.object({
  /** Left out: both. */
  group: z.enum(OPERATOR_CASE_GROUPS).optional(),
  /** Only those whose payer has answered questions that wait to be read. Left out: all. */
  evidence: z.enum(["answered"]).optional(),
  /** A transaction, an address, or the id of a case: whole. */
  q: z.string().trim().max(SEARCH_CHARACTERS_MAX).optional(),
  status: z.enum(["open", "closed"]).default("open"),
  cursor: listPosition.optional(),
});
export type OperatorCaseListQuery = z.output<typeof operatorCaseListQuery>;

const moment = z.iso.datetime();

const verdictView = z.object({
  /** Lists that name the sender, in the version that did. */
  lists: z.array(z.object({ list: z.string(), version: z.int(), note: z.string() })),
  at: moment,
});

const operatorCaseView = z.object({
  id: z.uuid(),
  group: z.enum(OPERATOR_CASE_GROUPS),
  status: z.enum(["open", "refunding", "credited", "refunded", "void"]),
  amount: z.string(),
  currency: z.string(),
  /** What that is in US dollars at today's price; null while there is none. */
  usd: z.string().nullable(),
  networkName: z.string(),
  /** Whose it is; null when it has no owner. */
  merchant: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  transactionId: z.string(),
  transactionUrl: z.string().nullable(),
  fromAddress: z.string().nullable(),
  fromUrl: z.string().nullable(),
  toAddress: z.string(),
  toUrl: z.string().nullable(),
  /** When its block was made; before there is one, when it was seen. */
  sentAt: moment,
  /** False while its transaction is not deep enough: nothing can be decided yet. */
  isConfirmed: z.boolean(),
  verdict: verdictView.nullable(),
  /** The payer has answered questions, and nobody has decided yet. */
  isAnswered: z.boolean(),
  openedAt: moment,
  closedAt: moment.nullable(),
  /** How it was decided, in words. */
  resolution: z.string().nullable(),
});
export type OperatorCaseView = z.output<typeof operatorCaseView>;

export const operatorCaseDetailView = operatorCaseView.extend({
  /** What it was sent for, where its address belongs to somebody. */
  cameFor: z.object({ kind: z.enum(["invoice", "wallet"]), id: z.uuid(), orderId: z.string() }).nullable(),
  /** What its payer was asked, the newest first; without the answers. */
  questionnaires: z.array(amlQuestionnaireView),
  refunds: caseRefundsView.shape.refunds,
  /** What people did with it, the newest first. */
  decisions: z.array(z.object({ id: z.string(), at: moment, by: z.string(), did: z.string() })),
});
export type OperatorCaseDetailView = z.output<typeof operatorCaseDetailView>;

export const operatorCasePageView = z.object({ items: z.array(operatorCaseView), nextCursor: z.string().nullable() });
export type OperatorCasePageView = z.output<typeof operatorCasePageView>;

const ADDRESS_CHARACTERS_MAX = 128;

export const refundCaseForm = z.object({
  id: z.uuid(),
  /** Empty: only asked what it would cost. */
  address: z.string().trim().max(ADDRESS_CHARACTERS_MAX, "Invalid address.").default(""),
});
export type RefundCaseForm = z.output<typeof refundCaseForm>;

/** What sending a case's deposit back means, in its coin. */
export const caseRefundPreview = z.object({
  /** All of it: what arrives and the fee. */
  amount: z.string(),
  commission: z.string(),
  sentAmount: z.string(),
  currency: z.string(),
  /** Where it would go; null: an address has to be given. */
  address: z.string().nullable(),
  /** Without one: where it came from, for a person to check that it can receive. */
  suggestedAddress: z.string().nullable(),
  /** Why one has to be given, in words. */
  doubt: z.string().nullable(),
});
export type CaseRefundPreview = z.output<typeof caseRefundPreview>;

export const creditPreviewQuery = z.object({ id: z.uuid(), merchantId: z.uuid() });

/** What crediting a case without an owner to a merchant means: it is for no invoice. */
export const unownedCreditPreview = caseCreditPreview.omit({ isForInvoice: true });
export type UnownedCreditPreview = z.output<typeof unownedCreditPreview>;

/**
 * Lists of addresses, and payouts and refunds that wait for the operator because a list names
 * theirs. Safe for the browser.
 */

/** With the network's name for people. */
const screeningReviewView = reviewView.extend({ networkName: z.string() });
export type ScreeningReviewView = z.output<typeof screeningReviewView>;

export const screeningReviewsView = z.object({
  open: z.array(screeningReviewView),
  decided: z.array(screeningReviewView),
});
export type ScreeningReviewsView = z.output<typeof screeningReviewsView>;
