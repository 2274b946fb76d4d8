import { refundSends } from "@/lib/exceptions/refund-outcomes/refund-sends";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import { failSend } from "@/lib/sending/sends/fail-send";
import { setSendOwner } from "@/lib/sending/sends/send-owner";
import { gasSends, sweepSends } from "@/lib/sending/sweeps/sweep-sends";
import { withdrawalSends } from "@/lib/sending/treasury/withdrawal-sends";

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
