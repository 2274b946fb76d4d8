import { z } from "zod";
import { listPosition } from "@/lib/kernel/paging/list-schema";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

/** Sweeps of deposits to the hot wallets. Safe for the browser. */

export const SWEEP_PAGE_SIZE = 25;
export const SWEEP_STATUSES = ["gas", "process", "done", "fail"] as const;

const moment = z.iso.datetime();

export const sweepListQuery = z.object({
  cursor: listPosition.optional(),
});
export type SweepListQuery = z.output<typeof sweepListQuery>;

const sweepRowView = z.object({
  id: z.uuid(),
  networkName: z.string(),
  currency: z.string(),
  amount: z.string(),
  /** The deposit address that is swept. */
  address: z.string(),
  status: z.enum(SWEEP_STATUSES),
  waitReason: z.enum(WAIT_REASONS).nullable(),
  /** The sweep's own send, or the one for its gas. */
  sendId: z.uuid().nullable(),
  createdAt: moment,
  finalAt: moment.nullable(),
});
export type SweepRowView = z.output<typeof sweepRowView>;

export const sweepPageView = z.object({ items: z.array(sweepRowView), nextCursor: z.string().nullable() });
export type SweepPageView = z.output<typeof sweepPageView>;
