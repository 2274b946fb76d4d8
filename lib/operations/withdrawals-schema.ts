import { z } from "zod";
import { WAIT_REASONS } from "@/lib/sends/wait-reason";

/** The operator's own money on its way out of the hot wallets. Safe for the browser. */

export const WITHDRAWAL_PAGE_SIZE = 25;
export const WITHDRAWAL_KINDS = ["earnings", "capital", "cold"] as const;
export const WITHDRAWAL_STATUSES = ["process", "check", "paid", "fail", "cancel"] as const;

const moment = z.iso.datetime();

export const withdrawalListQuery = z.object({
  cursor: z
    .string()
    .regex(/^\d{1,16}_[0-9a-f-]{36}$/)
    .optional(),
});
export type WithdrawalListQuery = z.output<typeof withdrawalListQuery>;

const withdrawalRowView = z.object({
  id: z.uuid(),
  kind: z.enum(WITHDRAWAL_KINDS),
  networkName: z.string(),
  currency: z.string(),
  amount: z.string(),
  address: z.string(),
  status: z.enum(WITHDRAWAL_STATUSES),
  /** Why nothing is signed yet; null while nothing hinders it. */
  waitReason: z.enum(WAIT_REASONS).nullable(),
  /** Nothing is signed: it can be taken back. */
  mayCancel: z.boolean(),
  sendId: z.uuid().nullable(),
  transactionId: z.string().nullable(),
  transactionUrl: z.string().nullable(),
  failure: z.string().nullable(),
  memo: z.string(),
  /** Who ordered it; null for a rule of the gateway. */
  orderedBy: z.string().nullable(),
  createdAt: moment,
});
export type WithdrawalRowView = z.output<typeof withdrawalRowView>;

export const withdrawalPageView = z.object({ items: z.array(withdrawalRowView), nextCursor: z.string().nullable() });
export type WithdrawalPageView = z.output<typeof withdrawalPageView>;
