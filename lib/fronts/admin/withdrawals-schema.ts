import { z } from "zod";
import { currencyCode, networkCode, positiveAmount } from "@/lib/fronts/admin/form-schema";
import { listPosition } from "@/lib/kernel/paging/list-schema";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

/** Withdrawals of the operator's own money from the hot wallets. Safe for the browser. */

export const WITHDRAWAL_PAGE_SIZE = 25;
export const WITHDRAWAL_KINDS = ["earnings", "capital", "cold"] as const;
export const WITHDRAWAL_STATUSES = ["process", "check", "paid", "fail", "cancel"] as const;

const moment = z.iso.datetime();

export const withdrawalListQuery = z.object({
  cursor: listPosition.optional(),
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
  /** Why nothing is signed yet; null when nothing blocks it. */
  waitReason: z.enum(WAIT_REASONS).nullable(),
  /** Nothing is signed: it can be cancelled. */
  mayCancel: z.boolean(),
  sendId: z.uuid().nullable(),
  transactionId: z.string().nullable(),
  transactionUrl: z.string().nullable(),
  failure: z.string().nullable(),
  memo: z.string(),
  /** The requester; null for an automatic rule of the gateway. */
  requestedBy: z.string().nullable(),
  createdAt: moment,
});
export type WithdrawalRowView = z.output<typeof withdrawalRowView>;

export const withdrawalPageView = z.object({ items: z.array(withdrawalRowView), nextCursor: z.string().nullable() });
export type WithdrawalPageView = z.output<typeof withdrawalPageView>;

const MEMO_CHARACTERS_MAX = 200;
const ADDRESS_CHARACTERS_MAX = 128;

export const withdrawalForm = z.object({
  /** Generated once by the form, so that submitting it twice creates one withdrawal. */
  commandId: z.uuid(),
  /** The source of the money. Cold addresses are filled by their own rule. */
  kind: z.enum(["earnings", "capital"]),
  networkCode,
  currencyCode,
  address: z.string().trim().min(1, "Enter the address.").max(ADDRESS_CHARACTERS_MAX, "Invalid address."),
  amount: positiveAmount,
  /** For the books only; it is not sent to the chain. */
  memo: z.string().trim().max(MEMO_CHARACTERS_MAX, "Use at most 200 characters."),
});
export type WithdrawalForm = z.output<typeof withdrawalForm>;
