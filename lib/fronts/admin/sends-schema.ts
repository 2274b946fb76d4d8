import { z } from "zod";
import { networkCode } from "@/lib/fronts/admin/form-schema";
import { listPosition } from "@/lib/kernel/paging/list-schema";
import { SEND_PURPOSES, SEND_STATUSES, type SendStatus, WAIT_REASONS } from "@/lib/sending/sends/send";

/**
 * Outgoing transfers from the gateway's addresses, as the operator sees them. Safe for the browser.
 */

export const SEND_PAGE_SIZE = 25;

/** Filters of the list, and the statuses of each. */
export const STATUSES_OF_SEND_GROUP = {
  waiting: ["queued"],
  moving: ["sending"],
  done: ["confirmed"],
  failed: ["failed", "cancelled"],
} as const satisfies Readonly<Record<string, readonly SendStatus[]>>;
export type SendGroup = keyof typeof STATUSES_OF_SEND_GROUP;
export const SEND_GROUPS = ["waiting", "moving", "done", "failed"] as const satisfies readonly SendGroup[];

export const sendListQuery = z.object({
  network: networkCode.optional(),
  state: z.enum(SEND_GROUPS).optional(),
  /** Only sends that wait for this reason. */
  reason: z.enum(WAIT_REASONS).optional(),
  cursor: listPosition.optional(),
});
export type SendListQuery = z.output<typeof sendListQuery>;

const moment = z.iso.datetime();

const sendRowView = z.object({
  id: z.uuid(),
  purpose: z.enum(SEND_PURPOSES),
  /** The payout, refund, withdrawal or sweep; for a consolidation its own id. */
  purposeId: z.uuid(),
  networkName: z.string(),
  amount: z.string(),
  currency: z.string(),
  toAddress: z.string(),
  status: z.enum(SEND_STATUSES),
  waitReason: z.enum(WAIT_REASONS).nullable(),
  waitingSince: moment.nullable(),
  /** Of its transaction; null before there is one. */
  transaction: z
    .object({
      /** Number of versions: more than one when it was replaced. */
      version: z.int(),
      /** Number of sends in the transaction: more than one only on UTXO networks. */
      carried: z.int(),
      nonce: z.string().nullable(),
      /** For the whole transaction, in the network's native currency; null until known. */
      feePaid: z.string().nullable(),
      feeCurrency: z.string(),
    })
    .nullable(),
  createdAt: moment,
  finalAt: moment.nullable(),
});
export type SendRowView = z.output<typeof sendRowView>;

export const sendPageView = z.object({ items: z.array(sendRowView), nextCursor: z.string().nullable() });
export type SendPageView = z.output<typeof sendPageView>;

const versionView = z.object({
  version: z.int(),
  transactionId: z.string(),
  transactionUrl: z.string().nullable(),
  priority: z.string(),
  feeExpected: z.string(),
  feeMax: z.string(),
  signedAt: moment,
  /** A block contains this version. */
  isIncluded: z.boolean(),
});
export type SendVersionView = z.output<typeof versionView>;

/** What guarantees that at most one version of a transaction can confirm. */
export const SPENT_KINDS = ["nonce", "coins", "expiring"] as const;

export const sendDetailView = sendRowView.extend({
  /** Null: the hot wallet. */
  fromAddress: z.string().nullable(),
  memo: z.string().nullable(),
  priority: z.string(),
  /** The fee it was priced with, in the network's native currency. */
  feeExpected: z.string().nullable(),
  feeCurrency: z.string(),
  waitDetail: z.string().nullable(),
  refusalCount: z.int(),
  nextTryAt: moment,
  failure: z.string().nullable(),
  /** Signed for a while and in no block: the nodes can be asked whether it is dead. */
  mayBeUnconfirmable: z.boolean(),
  outgoing: z
    .object({
      status: z.enum(["signed", "included", "settled", "failed", "expired"]),
      fromAddress: z.string(),
      spends: z.enum(SPENT_KINDS),
      /** Number of our coins that it spends. */
      coins: z.int(),
      /** The other sends in the transaction. */
      others: z.array(sendRowView.pick({ id: true, purpose: true, amount: true, currency: true, toAddress: true })),
      feeMax: z.string(),
      blockHeight: z.string().nullable(),
      broadcastCount: z.int(),
      lastBroadcastAt: moment.nullable(),
      settledAt: moment.nullable(),
      versions: z.array(versionView),
    })
    .nullable(),
  /** Earlier transactions of the send, oldest first: they expired before a block included them. */
  expired: z.array(
    z.object({
      transactionId: z.string(),
      transactionUrl: z.string().nullable(),
      signedAt: moment,
      endedAt: moment.nullable(),
    }),
  ),
});
export type SendDetailView = z.output<typeof sendDetailView>;

export const endSendForm = z.object({
  id: z.uuid(),
  reason: z.string().trim().min(1, "Enter a reason. The requester sees it.").max(300, "Use at most 300 characters."),
});
export type EndSendForm = z.output<typeof endSendForm>;
