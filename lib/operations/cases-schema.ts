import { z } from "zod";

/** Deposits that the operator decides about: those without an owner, and those that screening holds. Safe for the browser. */

export const CASE_PAGE_SIZE = 25;

/** Whose address it came to nobody's; or it is somebody's, and a list names its sender. */
export const OPERATOR_CASE_GROUPS = ["unowned", "locked"] as const;
export type OperatorCaseGroup = (typeof OPERATOR_CASE_GROUPS)[number];

export const operatorCaseListQuery = z.object({
  group: z.enum(OPERATOR_CASE_GROUPS).default("unowned"),
  status: z.enum(["open", "closed"]).default("open"),
  cursor: z
    .string()
    .regex(/^\d{1,16}_[0-9a-f-]{36}$/)
    .optional(),
});
export type OperatorCaseListQuery = z.output<typeof operatorCaseListQuery>;

const moment = z.iso.datetime();

const verdictView = z.object({
  /** Lists that name the sender, in the version that did. */
  lists: z.array(z.object({ list: z.string(), version: z.int(), note: z.string() })),
  at: moment,
});

const operatorCaseView = z.object({
  id: z.uuid(),
  group: z.enum(OPERATOR_CASE_GROUPS),
  status: z.enum(["open", "refunding", "credited", "refunded", "void"]),
  amount: z.string(),
  currency: z.string(),
  networkName: z.string(),
  /** Whose it is; null when it has no owner. */
  merchantName: z.string().nullable(),
  transactionId: z.string(),
  transactionUrl: z.string().nullable(),
  fromAddress: z.string().nullable(),
  toAddress: z.string(),
  /** False while its transaction is not deep enough: nothing can be decided yet. */
  isConfirmed: z.boolean(),
  verdict: verdictView.nullable(),
  openedAt: moment,
  /** How it was decided, in words. */
  resolution: z.string().nullable(),
});
export type OperatorCaseView = z.output<typeof operatorCaseView>;

export const operatorCasePageView = z.object({ items: z.array(operatorCaseView), nextCursor: z.string().nullable() });
export type OperatorCasePageView = z.output<typeof operatorCasePageView>;

const ADDRESS_CHARACTERS_MAX = 128;

export const refundCaseForm = z.object({
  id: z.uuid(),
  /** Empty: only asked what it would cost. */
  address: z.string().trim().max(ADDRESS_CHARACTERS_MAX, "This is no address.").default(""),
});
export type RefundCaseForm = z.output<typeof refundCaseForm>;

/** What sending a case's deposit back means, in its coin. */
export const caseRefundPreview = z.object({
  /** All of it: what arrives and the fee. */
  amount: z.string(),
  commission: z.string(),
  sentAmount: z.string(),
  currency: z.string(),
  /** Where it would go; null: an address has to be given. */
  address: z.string().nullable(),
  /** Why one has to be given, in words. */
  doubt: z.string().nullable(),
});
export type CaseRefundPreview = z.output<typeof caseRefundPreview>;
