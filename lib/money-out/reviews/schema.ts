import { z } from "zod";

/** What the pages are told of reviews, and what they may say. Safe for the browser. */

export const REVIEW_REASONS = ["screening", "approval", "look_alike"] as const;
export const REVIEW_DECISIONS = ["approved", "refused"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

export const decideReviewInput = z.object({ id: z.uuid(), decision: z.enum(REVIEW_DECISIONS) });

const person = z.object({ id: z.uuid(), name: z.string() }).nullable();

export const reviewView = z.object({
  id: z.uuid(),
  reason: z.enum(REVIEW_REASONS),
  /** In words: which list, which earlier address, which amount. */
  detail: z.string(),
  kind: z.enum(["payout", "refund"]),
  subjectId: z.uuid(),
  merchant: z.object({ id: z.uuid(), name: z.string() }),
  /** What reaches the address, in the coin; exact. */
  amount: z.string(),
  currency: z.string(),
  /** What sending it costs, in the same coin. */
  commission: z.string(),
  /**
   * What was taken for it, all fees included, and from which balance; it comes back when nothing
   * leaves.
   */
  debitedAmount: z.string(),
  fromCurrency: z.string(),
  network: z.string(),
  address: z.string(),
  /** Worth in US dollars when it was ordered; null when no price was fresh. */
  valueUsd: z.string().nullable(),
  /** The merchant's order id of a payout. */
  orderId: z.string().nullable(),
  /** Null: the machine API. */
  requestedBy: person,
  openedAt: z.iso.datetime(),
  /** Null while it waits. */
  decision: z.enum(REVIEW_DECISIONS).nullable(),
  decidedBy: person,
  decidedAt: z.iso.datetime().nullable(),
  /** It waits for a decision: neither decided nor over without one. */
  isOpen: z.boolean(),
});
export type ReviewView = z.output<typeof reviewView>;

export const reviewList = z.object({ open: z.array(reviewView), decided: z.array(reviewView) });
export type ReviewList = z.output<typeof reviewList>;
