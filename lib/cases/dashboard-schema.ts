import { z } from "zod";
import { PECULIARITIES } from "@/lib/deposits/peculiarity";
import { listFilters, pageBeginning, pageEnds } from "@/lib/paging/list-schema";
import { TIME_SORTS } from "@/lib/paging/list-sort";

export const CASE_KINDS = ["late", "extra", "wrong_token", "wrong_network", "unmatched", "locked"] as const;
const CASE_STATUSES = ["open", "refunding", "credited", "refunded", "void"] as const;

export const CASE_PAGE_SIZE = 25;

/** What waits for a decision or is on its way to one; what is decided; both. */
export const CASE_GROUPS = ["open", "closed", "all"] as const;
export type CaseGroup = (typeof CASE_GROUPS)[number];

export const caseFilterQuery = z.object({
  status: z.enum(CASE_GROUPS).default("open"),
  /** Why nobody could decide it by a rule. */
  kind: z.enum(CASE_KINDS).optional(),
  ...listFilters,
  sort: z.enum(TIME_SORTS).optional(),
});
export type CaseFilterQuery = z.output<typeof caseFilterQuery>;

export const caseListQuery = caseFilterQuery.extend(pageBeginning);
export type CaseListQuery = z.output<typeof caseListQuery>;

const moment = z.iso.datetime();

const caseRowView = z.object({
  id: z.uuid(),
  kind: z.enum(CASE_KINDS),
  status: z.enum(CASE_STATUSES),
  /** Why its deposit is a case for its own sake, whatever it came for. */
  peculiarity: z.enum(PECULIARITIES).nullable(),
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

export const casePageView = z.object({ items: z.array(caseRowView), ...pageEnds });
export type CasePageView = z.output<typeof casePageView>;
