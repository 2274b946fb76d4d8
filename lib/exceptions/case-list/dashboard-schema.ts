import { z } from "zod";
import { CASE_GROUPS, refundRequestRow } from "@/lib/exceptions/refund-requests/schema";
import { listFilters, pageCursor, pageCursors, TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { HOLD_REASONS } from "@/lib/money-in/deposits/deposit";

export const CASE_KINDS = ["late", "extra", "wrong_token", "wrong_network", "unmatched", "locked"] as const;
/** Kinds of rows in the case list, which also contains payers' refund requests. */
export const CASE_LIST_KINDS = [...CASE_KINDS, "refund_request"] as const;
export type CaseListKind = (typeof CASE_LIST_KINDS)[number];
const CASE_STATUSES = ["open", "refunding", "credited", "refunded", "void"] as const;

export const CASE_PAGE_SIZE = 25;

export const caseFilterQuery = z.object({
  status: z.enum(CASE_GROUPS).default("open"),
  /** Why no rule could decide it. */
  kind: z.enum(CASE_LIST_KINDS).optional(),
  ...listFilters,
  sort: z.enum(TIME_SORTS).optional(),
});
export type CaseFilterQuery = z.output<typeof caseFilterQuery>;

export const caseListQuery = caseFilterQuery.extend(pageCursor);
export type CaseListQuery = z.output<typeof caseListQuery>;

const moment = z.iso.datetime();

const caseRowView = z.object({
  id: z.uuid(),
  kind: z.enum(CASE_KINDS),
  status: z.enum(CASE_STATUSES),
  /** Why the deposit itself required a case, regardless of what it was sent to. */
  holdReason: z.enum(HOLD_REASONS).nullable(),
  amount: z.string(),
  currency: z.string(),
  networkName: z.string(),
  transactionId: z.string(),
  transactionUrl: z.string().nullable(),
  fromAddress: z.string().nullable(),
  toAddress: z.string(),
  /** False until its transaction has enough confirmations; until then nothing can be decided. */
  isConfirmed: z.boolean(),
  invoiceId: z.uuid().nullable(),
  /** The static wallet whose address received it. */
  walletId: z.uuid().nullable(),
  /** Of the invoice or the static wallet. */
  orderId: z.string().nullable(),
  openedAt: moment,
  closedAt: moment.nullable(),
  resolution: z.string().nullable(),
});
export type CaseRowView = z.output<typeof caseRowView>;

/** A payment that needs a decision, or a payer's refund request. */
export const caseListRow = z.discriminatedUnion("of", [
  caseRowView.extend({ of: z.literal("case") }),
  refundRequestRow.extend({ of: z.literal("request") }),
]);
export type CaseListRow = z.output<typeof caseListRow>;

export const casePageView = z.object({ items: z.array(caseListRow), ...pageCursors });
export type CasePageView = z.output<typeof casePageView>;
