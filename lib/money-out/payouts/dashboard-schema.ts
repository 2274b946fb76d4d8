import { z } from "zod";
import { receiverView } from "@/lib/delivery/webhooks/schema";
import { listFilters, pageCursor, pageCursors, TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";
import { OUTFLOW_EVENTS } from "@/lib/people/guards/outflow-repo";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

/**
 * What the pages of payouts and refunds show of any outflow. Safe for the browser; amounts are
 * plain decimal text.
 */

const moment = z.iso.datetime();

/** Kinds of outflows that can wait and be tracked. */
export const FOLLOWED_KINDS = ["payout", "refund"] as const;
export type FollowedKind = (typeof FOLLOWED_KINDS)[number];

const outflowEventView = z.object({
  id: z.string(),
  at: moment,
  event: z.enum(OUTFLOW_EVENTS),
  /** Flat: names to values. */
  detail: z.record(z.string(), z.string()),
});
export type OutflowEventView = z.output<typeof outflowEventView>;

/**
 * Reasons why a viewer cannot approve: the decision is the operator's, the viewer created the
 * outflow or its key, or lacks the role.
 */
const REVIEW_HINDRANCES = ["operator", "own", "key", "role"] as const;

export const outflowReviewView = z.object({
  id: z.uuid(),
  reason: z.enum(["screening", "approval", "look_alike"]),
  /** As text: which list, which known address, which amount. */
  detail: z.string(),
  openedAt: moment,
  /** A user's name; null when the machine API or a rule created it. */
  requestedBy: z.string().nullable(),
  decision: z.enum(["approved", "refused"]).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
  /** What prevents the viewer from approving it; null: nothing. */
  blocker: z.enum(REVIEW_HINDRANCES).nullable(),
});
export type OutflowReviewView = z.output<typeof outflowReviewView>;

const sendView = z.object({
  /** No transaction is signed: it can still be cancelled. */
  isUnsigned: z.boolean(),
  /** Why it is not signed yet; null while nothing blocks it. */
  waitReason: z.enum(WAIT_REASONS).nullable(),
  waitingSince: moment.nullable(),
});
export type SendView = z.output<typeof sendView>;

/** The parts that show the progress of a payout or refund. */
export const outflowParts = {
  /** Null until one is queued, while a decision is pending. */
  send: sendView.nullable(),
  reviews: z.array(outflowReviewView),
  events: z.array(outflowEventView),
};

/** The viewer, on whom the possible decisions depend. */
export type Viewer = { readonly userId: string; readonly mayPayOut: boolean };

/**
 * Requests and responses of the pages about payouts. Safe for the browser; amounts are plain
 * decimal text.
 */

/** Filter options of the list, as a user understands them. */
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
  /** The amount that arrives at the address, and its coin. */
  sentAmount: z.string(),
  currency: z.string(),
  networkName: z.string(),
  address: z.string(),
  /** Debited from the balance, including all fees. */
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
  /** No transaction is signed yet. */
  isCancellable: z.boolean(),
  /** The requested amount, in a coin or a fiat currency. */
  askedAmount: z.string(),
  askedCurrency: z.string(),
  /** Whether the fee was added on top of the amount. */
  isSubtract: z.boolean(),
  commission: z.string(),
  conversion: conversionView.nullable(),
  balanceAfter: z.string(),
  priority: z.string().nullable(),
  memo: z.string().nullable(),
  requestedRateSource: z.string().nullable(),
  receiver: receiverView.nullable(),
  addressUrl: z.string().nullable(),
  transactionId: z.string().nullable(),
  transactionUrl: z.string().nullable(),
  /** Why it did not arrive, as text. */
  failure: z.string().nullable(),
  /** A user's name; null when the machine API created it. */
  requestedBy: z.string().nullable(),
  /** The coin of the automatic settlement that created it; null for any other payout. */
  settledCoin: z.string().nullable(),
  updatedAt: moment,
  finalAt: moment.nullable(),
  ...outflowParts,
});
export type PayoutDetailView = z.output<typeof payoutDetailView>;
