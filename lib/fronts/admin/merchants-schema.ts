import { z } from "zod";
import { reasonText } from "@/lib/fronts/admin/form-schema";
import { listPosition } from "@/lib/kernel/paging/list-schema";

/** Merchants as the operator sees them. Safe for the browser. */

export const MERCHANT_PAGE_SIZE = 25;
export const MERCHANT_GROUPS = ["open", "blocked"] as const;
export type MerchantGroup = (typeof MERCHANT_GROUPS)[number];

const moment = z.iso.datetime();
const search = z.string().trim().max(200);

export const merchantListQuery = z.object({
  status: z.enum(MERCHANT_GROUPS).optional(),
  q: search.optional(),
  cursor: listPosition.optional(),
});
export type MerchantListQuery = z.output<typeof merchantListQuery>;

export const merchantRowView = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: moment,
  /** E-mail addresses of its owners, oldest member first. */
  owners: z.array(z.string()),
  /** Credited within 30 days, in US dollars at the prices when credited. */
  volumeUsd: z.string(),
  arePaymentsBlocked: z.boolean(),
  arePayoutsBlocked: z.boolean(),
  openCases: z.int(),
});
export type MerchantRowView = z.output<typeof merchantRowView>;

export const merchantPageView = z.object({ items: z.array(merchantRowView), nextCursor: z.string().nullable() });
export type MerchantPageView = z.output<typeof merchantPageView>;

const blockEventView = z.object({
  id: z.string(),
  at: moment,
  /** Name of the operator. */
  by: z.string(),
  reason: z.string(),
  arePaymentsBlocked: z.boolean(),
  arePayoutsBlocked: z.boolean(),
});
export type BlockEventView = z.output<typeof blockEventView>;

export const merchantDetailView = merchantRowView.extend({
  supportContact: z.string().nullable(),
  members: z.array(z.object({ userId: z.uuid(), name: z.string(), email: z.string(), role: z.string() })),
  balances: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** Percent; null: the coins' own. */
  commissionPercent: z.string().nullable(),
  /** Versions of the commission and the blocks as read; a change sends its version back. */
  version: z.string(),
  blocksVersion: z.string(),
  /** Changes of its blocks, newest first. */
  blocks: z.array(blockEventView),
});
export type MerchantDetailView = z.output<typeof merchantDetailView>;

export const merchantBlocksForm = z.object({
  id: z.uuid(),
  version: z.string().max(64),
  arePaymentsBlocked: z.boolean(),
  arePayoutsBlocked: z.boolean(),
  reason: reasonText,
});
export type MerchantBlocksForm = z.output<typeof merchantBlocksForm>;

export const merchantCommissionForm = z.object({
  id: z.uuid(),
  version: z.string().max(64),
  /** Percent; empty: the coins' own. */
  commissionPercent: z
    .string()
    .trim()
    .regex(/^(\d{1,2}(\.\d{1,4})?)?$/, "Enter a percentage below 100, such as 0.5, or leave it empty."),
});
export type MerchantCommissionForm = z.output<typeof merchantCommissionForm>;
