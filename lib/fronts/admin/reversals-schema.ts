import { z } from "zod";

/**
 * Booked payments that disappeared from their chain without a two-node quorum confirming it. Safe
 * for the browser.
 */

const moment = z.iso.datetime();

const reversalView = z.object({
  id: z.uuid(),
  networkName: z.string(),
  transactionId: z.string(),
  transactionUrl: z.string().nullable(),
  amount: z.string(),
  currency: z.string(),
  /** `invoice`, `wallet`, `hot`, or null for an unassigned address. */
  ownerKind: z.string().nullable(),
  merchantName: z.string().nullable(),
  vanishedAt: moment,
});
export type ReversalView = z.output<typeof reversalView>;
export const reversalsView = z.array(reversalView);

/**
 * With the displayed time: a deposit that reappeared meanwhile, or disappeared again, is not the
 * one decided about.
 */
export const approveReversalForm = z.object({ id: z.uuid(), vanishedAt: moment });
export type ApproveReversalForm = z.output<typeof approveReversalForm>;
