import { z } from "zod";
import { CASE_GROUPS, refundRequestRow } from "@/lib/exceptions/refund-requests/schema";
import { listFilters, pageCursor, pageCursors, TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { HOLD_REASONS } from "@/lib/money-in/deposits/deposit";

export const CASE_KINDS = ["late", "extra", "wrong_token", "wrong_network", "unmatched", "locked"] as const;
/** What the list of cases holds: payers ask for refunds there too. */
export const CASE_LIST_KINDS = [...CASE_KINDS, "refund_request"] as const;
export type CaseListKind = (typeof CASE_LIST_KINDS)[number];
const CASE_STATUSES = ["open", "refunding", "credited", "refunded", "void"] as const;

export const CASE_PAGE_SIZE = 25;

export const caseFilterQuery = z.object({
  status: z.enum(CASE_GROUPS).default("open"),
  /** Why nobody could decide it by a rule. */
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
  /** Why its deposit is a case for its own sake, whatever it came for. */
  holdReason: z.enum(HOLD_REASONS).nullable(),
  amount: z.string(),
  currency: z.string(),
  networkName: z.string(),
  transactionId: z.string(),
  transactionUrl: z.string().nullable(),
  fromAddress: z.string().nullable(),
  toAddress: z.string(),
  /** False while its transaction is not deep enough: nothing can be decided yet. */
  isConfirmed: z.boolean(),
  invoiceId: z.uuid().nullable(),
  /** The static wallet whose address it came to. */
  walletId: z.uuid().nullable(),
  /** Of the invoice or the static wallet. */
  orderId: z.string().nullable(),
  openedAt: moment,
  closedAt: moment.nullable(),
  resolution: z.string().nullable(),
});
export type CaseRowView = z.output<typeof caseRowView>;

/** A payment that somebody decides about, or a payer's request for a refund. */
const caseListRow = z.discriminatedUnion("of", [
  caseRowView.extend({ of: z.literal("case") }),
  refundRequestRow.extend({ of: z.literal("request") }),
]);
export type CaseListRow = z.output<typeof caseListRow>;

export const casePageView = z.object({ items: z.array(caseListRow), ...pageCursors });
export type CasePageView = z.output<typeof casePageView>;
