import { z } from "zod";
import { FOLLOWED_KINDS, outflowReviewView } from "@/lib/money-out/payouts/dashboard-schema";

/** Outflows that wait for a decision. Safe for the browser. */

/** A review with its payout or refund. */
export const reviewRowView = outflowReviewView.extend({
  kind: z.enum(FOLLOWED_KINDS),
  subjectId: z.uuid(),
  /** Order ID of the payout; for a refund, of its invoice or static wallet. */
  orderId: z.string().nullable(),
  /** For a refund: what it belongs to. */
  invoiceId: z.uuid().nullable(),
  walletId: z.uuid().nullable(),
  sentAmount: z.string(),
  currency: z.string(),
  commission: z.string(),
  /** The debited amount, including all fees. */
  debitedAmount: z.string(),
  fromCurrency: z.string(),
  networkName: z.string(),
  address: z.string(),
});
export type ReviewRowView = z.output<typeof reviewRowView>;

export const openReviewsView = z.object({ items: z.array(reviewRowView) });
export type OpenReviewsView = z.output<typeof openReviewsView>;
