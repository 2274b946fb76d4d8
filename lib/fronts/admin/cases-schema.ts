import { z } from "zod";
import { caseCreditPreview } from "@/lib/exceptions/case-decisions/credit-preview-schema";
import { caseRefundsView } from "@/lib/exceptions/refunds/dashboard-schema";
import { listPosition } from "@/lib/kernel/paging/list-schema";
import { amlQuestionnaireView } from "@/lib/money-in/questionnaires/schema";
import { reviewView } from "@/lib/money-out/reviews/schema";

/**
 * Deposits that the operator decides about: those without an owner, and those held by screening.
 * Safe for the browser.
 */

export const CASE_PAGE_SIZE = 25;

/** `unowned`: received at an unassigned address. `locked`: a list names its sender. */
export const OPERATOR_CASE_GROUPS = ["unowned", "locked"] as const;
export type OperatorCaseGroup = (typeof OPERATOR_CASE_GROUPS)[number];

const SEARCH_CHARACTERS_MAX = 128;

export const operatorCaseListQuery = z.object({
  /** Omitted: both. */
  group: z.enum(OPERATOR_CASE_GROUPS).optional(),
  /** Only cases whose payer has answered questions that nobody has read yet. Omitted: all. */
  evidence: z.enum(["answered"]).optional(),
  /** A complete transaction id, address or case id. */
  q: z.string().trim().max(SEARCH_CHARACTERS_MAX).optional(),
  status: z.enum(["open", "closed"]).default("open"),
  cursor: listPosition.optional(),
});
export type OperatorCaseListQuery = z.output<typeof operatorCaseListQuery>;

const moment = z.iso.datetime();

const verdictView = z.object({
  /** Lists that name the sender, in the matching version. */
  lists: z.array(z.object({ list: z.string(), version: z.int(), note: z.string() })),
  at: moment,
});

const operatorCaseView = z.object({
  id: z.uuid(),
  group: z.enum(OPERATOR_CASE_GROUPS),
  status: z.enum(["open", "refunding", "credited", "refunded", "void"]),
  amount: z.string(),
  currency: z.string(),
  /** Value in US dollars at the current price; null while there is none. */
  usd: z.string().nullable(),
  networkName: z.string(),
  /** The owner; null if there is none. */
  merchant: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  transactionId: z.string(),
  transactionUrl: z.string().nullable(),
  fromAddress: z.string().nullable(),
  fromUrl: z.string().nullable(),
  toAddress: z.string(),
  toUrl: z.string().nullable(),
  /** The block's time stamp; before inclusion, when it was first seen. */
  sentAt: moment,
  /** False while its transaction is unconfirmed: nothing can be decided yet. */
  isConfirmed: z.boolean(),
  verdict: verdictView.nullable(),
  /** The payer has answered questions, and nobody has decided yet. */
  isAnswered: z.boolean(),
  openedAt: moment,
  closedAt: moment.nullable(),
  /** How it was decided, as text. */
  resolution: z.string().nullable(),
});
export type OperatorCaseView = z.output<typeof operatorCaseView>;

export const operatorCaseDetailView = operatorCaseView.extend({
  /** What it was paid for, if its address is assigned. */
  cameFor: z.object({ kind: z.enum(["invoice", "wallet"]), id: z.uuid(), orderId: z.string() }).nullable(),
  /** The questionnaires sent to its payer, newest first; without the answers. */
  questionnaires: z.array(amlQuestionnaireView),
  refunds: caseRefundsView.shape.refunds,
  /** Decisions made by users, newest first. */
  decisions: z.array(z.object({ id: z.string(), at: moment, by: z.string(), did: z.string() })),
});
export type OperatorCaseDetailView = z.output<typeof operatorCaseDetailView>;

export const operatorCasePageView = z.object({ items: z.array(operatorCaseView), nextCursor: z.string().nullable() });
export type OperatorCasePageView = z.output<typeof operatorCasePageView>;

const ADDRESS_CHARACTERS_MAX = 128;

export const refundCaseForm = z.object({
  id: z.uuid(),
  /** Empty: only a cost preview is requested. */
  address: z.string().trim().max(ADDRESS_CHARACTERS_MAX, "Invalid address.").default(""),
});
export type RefundCaseForm = z.output<typeof refundCaseForm>;

/** The effect of refunding a case's deposit, in its coin. */
export const caseRefundPreview = z.object({
  /** The whole deposit: the amount that arrives plus the fee. */
  amount: z.string(),
  commission: z.string(),
  sentAmount: z.string(),
  currency: z.string(),
  /** The destination; null: an address must be given. */
  address: z.string().nullable(),
  /**
   * If there is no destination: the sender's address, for the user to check that it can receive.
   */
  suggestedAddress: z.string().nullable(),
  /** Why an address must be given, as text. */
  doubt: z.string().nullable(),
});
export type CaseRefundPreview = z.output<typeof caseRefundPreview>;

export const creditPreviewQuery = z.object({ id: z.uuid(), merchantId: z.uuid() });

/** The effect of crediting a case without an owner to a merchant, never to an invoice. */
export const unownedCreditPreview = caseCreditPreview.omit({ isForInvoice: true });
export type UnownedCreditPreview = z.output<typeof unownedCreditPreview>;

/**
 * Lists of addresses, and payouts and refunds waiting for the operator because a list names their
 * address. Safe for the browser.
 */

/** With the network's display name. */
const screeningReviewView = reviewView.extend({ networkName: z.string() });
export type ScreeningReviewView = z.output<typeof screeningReviewView>;

export const screeningReviewsView = z.object({
  open: z.array(screeningReviewView),
  decided: z.array(screeningReviewView),
});
export type ScreeningReviewsView = z.output<typeof screeningReviewsView>;
