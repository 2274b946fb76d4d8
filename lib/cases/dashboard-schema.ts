import { z } from "zod";

const CASE_KINDS = ["late", "extra", "wrong_token", "wrong_network", "unmatched", "locked"] as const;
const CASE_STATUSES = ["open", "refunding", "credited", "refunded", "void"] as const;

export const CASE_PAGE_SIZE = 25;

export const caseListQuery = z.object({
  status: z.enum(["open", "closed"]).default("open"),
  cursor: z
    .string()
    .regex(/^\d{1,16}_[0-9a-f-]{36}$/)
    .optional(),
});
export type CaseListQuery = z.output<typeof caseListQuery>;

const moment = z.iso.datetime();

const caseRowView = z.object({
  id: z.uuid(),
  kind: z.enum(CASE_KINDS),
  status: z.enum(CASE_STATUSES),
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

export const casePageView = z.object({ items: z.array(caseRowView), nextCursor: z.string().nullable() });
export type CasePageView = z.output<typeof casePageView>;
