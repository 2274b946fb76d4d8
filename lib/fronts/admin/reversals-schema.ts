import { z } from "zod";

/**
 * Booked payments that left their chain, and that two nodes do not prove to be gone. Safe for the
 * browser.
 */

const moment = z.iso.datetime();

const reversalView = z.object({
  id: z.uuid(),
  networkName: z.string(),
  transactionId: z.string(),
  transactionUrl: z.string().nullable(),
  amount: z.string(),
  currency: z.string(),
  /** `invoice`, `wallet`, `hot`, or null for an address that nobody was given. */
  ownerKind: z.string().nullable(),
  merchantName: z.string().nullable(),
  vanishedAt: moment,
});
export type ReversalView = z.output<typeof reversalView>;
export const reversalsView = z.array(reversalView);

/**
 * With the moment that was seen: a deposit that came back meanwhile, or left once more, is not what
 * was decided about.
 */
export const approveReversalForm = z.object({ id: z.uuid(), vanishedAt: moment });
export type ApproveReversalForm = z.output<typeof approveReversalForm>;
