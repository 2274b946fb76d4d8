import { z } from "zod";
import { listFilters, pageCursor, pageCursors, TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";
import { OUTFLOW_EVENTS } from "@/lib/people/guards/outflow-repo";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

/**
 * What the pages of payouts and refunds show of any way out. Safe for the browser; amounts are
 * plain decimal text.
 */

const moment = z.iso.datetime();

/** Which of a merchant's ways out can wait and be followed. */
export const FOLLOWED_KINDS = ["payout", "refund"] as const;
export type FollowedKind = (typeof FOLLOWED_KINDS)[number];

const outflowEventView = z.object({
  id: z.string(),
  at: moment,
  event: z.enum(OUTFLOW_EVENTS),
  /** Flat: names to what they say. */
  detail: z.record(z.string(), z.string()),
});
export type OutflowEventView = z.output<typeof outflowEventView>;

/**
 * Whatever is the operator's, one's own order or that of one's own key, or beyond one's role cannot
 * be approved by who looks at it.
 */
const REVIEW_HINDRANCES = ["operator", "own", "key", "role"] as const;

export const outflowReviewView = z.object({
  id: z.uuid(),
  reason: z.enum(["screening", "approval", "look_alike"]),
  /** In words: which list, which earlier address, which amount. */
  detail: z.string(),
  openedAt: moment,
  /** A person's name; null when the machine API or a rule ordered it. */
  requestedBy: z.string().nullable(),
  decision: z.enum(["approved", "refused"]).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
  /** What keeps the viewer from approving it; null: nothing does. */
  blocker: z.enum(REVIEW_HINDRANCES).nullable(),
});
export type OutflowReviewView = z.output<typeof outflowReviewView>;

const sendView = z.object({
  /** Nothing is signed: it can still be taken back. */
  isUnsigned: z.boolean(),
  /** Why it is not signed yet; null while nothing hinders it. */
  waitReason: z.enum(WAIT_REASONS).nullable(),
  waitingSince: moment.nullable(),
});
export type SendView = z.output<typeof sendView>;

/** The parts that follow a payout or refund on its way. */
export const outflowParts = {
  /** Null before one is ordered: while a decision is awaited. */
  send: sendView.nullable(),
  reviews: z.array(outflowReviewView),
  events: z.array(outflowEventView),
};

/** Who looks, which decides what may be decided. */
export type Viewer = { readonly userId: string; readonly mayPayOut: boolean };

/**
 * What the pages ask about payouts and what they are told. Safe for the browser; amounts are plain
 * decimal text.
 */

/** How a list is narrowed down: by what a person means. */
export const PAYOUT_GROUPS = ["moving", "waiting", "paid", "failed", "cancelled"] as const;
export type PayoutGroup = (typeof PAYOUT_GROUPS)[number];

export const PAYOUT_PAGE_SIZE = 25;
export const payoutFilterQuery = z.object({
  status: z.enum(PAYOUT_GROUPS).optional(),
  ...listFilters,
  sort: z.enum(TIME_SORTS).optional(),
});
export type PayoutFilterQuery = z.output<typeof payoutFilterQuery>;

export const payoutListQuery = payoutFilterQuery.extend(pageCursor);
export type PayoutListQuery = z.output<typeof payoutListQuery>;

const payoutRowView = z.object({
  id: z.uuid(),
  orderId: z.string(),
  status: z.enum(PAYOUT_STATUSES),
  /** What reaches the address, and in which coin. */
  sentAmount: z.string(),
  currency: z.string(),
  networkName: z.string(),
  address: z.string(),
  /** Taken from the balance, all fees included. */
  debitedAmount: z.string(),
  fromCurrency: z.string(),
  createdAt: moment,
});
export type PayoutRowView = z.output<typeof payoutRowView>;

export const payoutPageView = z.object({ items: z.array(payoutRowView), ...pageCursors });
export type PayoutPageOfRows = z.output<typeof payoutPageView>;

const conversionView = z.object({
  fromAmount: z.string(),
  fromCurrency: z.string(),
  toAmount: z.string(),
  toCurrency: z.string(),
  /** In `toCurrency`. */
  fee: z.string(),
  rate: z.string(),
  rateSource: z.string(),
  rateAt: moment,
});
export type PayoutConversionView = z.output<typeof conversionView>;

export const payoutDetailView = payoutRowView.extend({
  isFinal: z.boolean(),
  /** Nothing is signed yet. */
  isCancellable: z.boolean(),
  /** As it was asked for, in a coin or a fiat currency. */
  askedAmount: z.string(),
  askedCurrency: z.string(),
  /** Whether the fee came on top of the amount. */
  isSubtract: z.boolean(),
  commission: z.string(),
  conversion: conversionView.nullable(),
  balanceAfter: z.string(),
  priority: z.string().nullable(),
  memo: z.string().nullable(),
  courseSource: z.string().nullable(),
  urlCallback: z.string().nullable(),
  addressUrl: z.string().nullable(),
  transactionId: z.string().nullable(),
  transactionUrl: z.string().nullable(),
  /** Why it did not arrive, in words. */
  failure: z.string().nullable(),
  /** A person's name; null when the machine API ordered it. */
  requestedBy: z.string().nullable(),
  updatedAt: moment,
  finalAt: moment.nullable(),
  ...outflowParts,
});
export type PayoutDetailView = z.output<typeof payoutDetailView>;
