import { z } from "zod";

/** Requests and responses of the pages about reviews. Safe for the browser. */

export const REVIEW_REASONS = ["screening", "approval", "look_alike"] as const;
export const REVIEW_DECISIONS = ["approved", "refused"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

export const decideReviewInput = z.object({ id: z.uuid(), decision: z.enum(REVIEW_DECISIONS) });

const person = z.object({ id: z.uuid(), name: z.string() }).nullable();

export const reviewView = z.object({
  id: z.uuid(),
  reason: z.enum(REVIEW_REASONS),
  /** As text: which list, which known address, which amount. */
  detail: z.string(),
  kind: z.enum(["payout", "refund"]),
  subjectId: z.uuid(),
  merchant: z.object({ id: z.uuid(), name: z.string() }),
  /** The amount that arrives at the address, in the coin; exact. */
  amount: z.string(),
  currency: z.string(),
  /** The fee for sending it, in the same coin. */
  commission: z.string(),
  /** The debited amount, including all fees, and its balance; returned if nothing is sent. */
  debitedAmount: z.string(),
  fromCurrency: z.string(),
  network: z.string(),
  address: z.string(),
  /** Value in US dollars when it was created; null when no fresh price was available. */
  valueUsd: z.string().nullable(),
  /** The merchant's order id, for a payout. */
  orderId: z.string().nullable(),
  /** Null: the machine API. */
  requestedBy: person,
  openedAt: z.iso.datetime(),
  /** Null while it is open. */
  decision: z.enum(REVIEW_DECISIONS).nullable(),
  decidedBy: person,
  decidedAt: z.iso.datetime().nullable(),
  /** It waits for a decision: neither decided nor finished without one. */
  isOpen: z.boolean(),
});
export type ReviewView = z.output<typeof reviewView>;

export const reviewList = z.object({ open: z.array(reviewView), decided: z.array(reviewView) });
export type ReviewList = z.output<typeof reviewList>;
