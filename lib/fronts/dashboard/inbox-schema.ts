import { z } from "zod";
import { caseListRow } from "@/lib/exceptions/case-list/dashboard-schema";
import { listPosition } from "@/lib/kernel/paging/list-schema";
import { reviewRowView } from "@/lib/money-out/payouts/dashboard-reviews-schema";

/** What waits for a decision of one person. Safe for the browser. */

export const INBOX_PAGE_SIZE = 25;
/** Beyond this an exact number says nothing more. */
export const COUNTED_MAX = 99;

export const inboxQuery = z.object({ cursor: listPosition.optional() });
export type InboxQuery = z.output<typeof inboxQuery>;

const inboxRow = z.union([caseListRow, reviewRowView.extend({ of: z.literal("review") })]);
export type InboxRow = z.output<typeof inboxRow>;

export const inboxPageView = z.object({ items: z.array(inboxRow), nextCursor: z.string().nullable() });
export type InboxPageView = z.output<typeof inboxPageView>;

/** None above one more than {@link COUNTED_MAX}. */
export const inboxCountsView = z.object({
  /** Payments that no rule credits. */
  cases: z.int(),
  /** Refund requests of payers. */
  requests: z.int(),
  /** Payouts and refunds that await approval. */
  reviews: z.int(),
});
export type InboxCountsView = z.output<typeof inboxCountsView>;
