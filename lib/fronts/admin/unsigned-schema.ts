import { z } from "zod";
import { listPosition } from "@/lib/kernel/paging/list-schema";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

/**
 * A merchant's requested but unsigned outflows, as the operator sees them. Safe for the browser.
 */

export const UNSIGNED_PAGE_SIZE = 25;

export const unsignedQuery = z.object({
  id: z.uuid(),
  cursor: listPosition.optional(),
});

const unsignedPayoutView = z.object({
  id: z.uuid(),
  orderId: z.string(),
  amount: z.string(),
  currency: z.string(),
  networkName: z.string(),
  address: z.string(),
  /**
   * Why nothing is signed yet; `decision`: a user has to decide; null: a worker is about to sign.
   */
  waits: z.enum([...WAIT_REASONS, "decision"]).nullable(),
  /** Of the batch that it belongs to. */
  fileName: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type UnsignedPayoutView = z.output<typeof unsignedPayoutView>;

const unsignedBatchView = z.object({
  id: z.uuid(),
  fileName: z.string(),
  requestedBy: z.string(),
  submittedAt: z.iso.datetime(),
  /** Rows that are no payouts yet. */
  openRows: z.int(),
  unsignedPayouts: z.int(),
});
export type UnsignedBatchView = z.output<typeof unsignedBatchView>;

export const unsignedPageView = z.object({
  /** The newest batches with unsigned payouts or open rows. */
  batches: z.array(unsignedBatchView),
  items: z.array(unsignedPayoutView),
  nextCursor: z.string().nullable(),
});
export type UnsignedPageView = z.output<typeof unsignedPageView>;
