import { payoutSends } from "@/lib/payouts/payout-sends";
import { refundSends } from "@/lib/refunds/refund-sends";
import { failSend } from "@/lib/sends/fail-send";
import { setSendOwner } from "@/lib/sends/send-owner";
import { gasSends, sweepSends } from "@/lib/sweeps/sweep-sends";
import { withdrawalSends } from "@/lib/treasury/withdrawal-sends";

/**
 * Ends a send for which nothing is signed: it never goes, and its owner gives the money back. The owners are connected here because the
 * web process does not run the engine.
 * @throws AppError `not_found`, or `refused` when a transaction carries it
 */
export async function endSend(order: { sendId: string; reason: string; actorId: string }): Promise<void> {
  setSendOwner("payout", payoutSends);
  setSendOwner("refund", refundSends);
  setSendOwner("withdrawal", withdrawalSends);
  setSendOwner("sweep", sweepSends);
  setSendOwner("gas", gasSends);
  await failSend(order);
}
