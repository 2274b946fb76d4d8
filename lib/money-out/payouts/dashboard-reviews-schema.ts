import { z } from "zod";
import { FOLLOWED_KINDS, outflowReviewView } from "@/lib/money-out/payouts/dashboard-outflow-schema";

/** What waits for somebody's decision. Safe for the browser. */

/** A review with what it is about. */
const reviewRowView = outflowReviewView.extend({
  kind: z.enum(FOLLOWED_KINDS),
  subjectId: z.uuid(),
  /** Of the payout; of a refund that of its invoice or static wallet. */
  orderId: z.string().nullable(),
  /** Of a refund: what it belongs to. */
  invoiceId: z.uuid().nullable(),
  walletId: z.uuid().nullable(),
  sentAmount: z.string(),
  currency: z.string(),
  commission: z.string(),
  /** Taken for it, all fees included. */
  debitedAmount: z.string(),
  fromCurrency: z.string(),
  networkName: z.string(),
  address: z.string(),
});
export type ReviewRowView = z.output<typeof reviewRowView>;

export const openReviewsView = z.object({ items: z.array(reviewRowView) });
export type OpenReviewsView = z.output<typeof openReviewsView>;
