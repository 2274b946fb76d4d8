import type { Tx } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { assertRateStands } from "@/lib/money-in/conversions/outflow-conversion";
import { withdrawSend } from "@/lib/money-out/payouts/cancel-payout";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { queuePayoutSend } from "@/lib/money-out/payouts/queue-payout-send";
import { lockPayout } from "@/lib/money-out/payouts/repo";
import { transitionPayout } from "@/lib/money-out/payouts/transition-payout";

/**
 * Queues the send of a payout once everything it waited for is approved. Runs in the transaction of
 * the last decision.
 * @throws AppError `refused` when it no longer waits because it was cancelled; `refused` or
 *   `unavailable` when it was converted and the rate is no longer valid
 */
export async function releasePayout(tx: Tx, payoutId: string): Promise<void> {
  const payout = await lockWaiting(tx, payoutId);
  if (payout.conversion !== null) await assertRateStands(tx, payout.conversion, payout.createdAt);
  await transitionPayout(tx, payout, "process");
  await queuePayoutSend(tx, payout);
}

/**
 * Refuses a payout and returns the funds to the balance. `cancel` when a user of the merchant
 * refused it, `fail` when the operator did because of screening.
 * @throws AppError `refused` when it no longer waits
 */
export async function refusePayout(
  tx: Tx,
  payoutId: string,
  { reason, status }: { readonly reason: string; readonly status: "cancel" | "fail" },
): Promise<void> {
  const payout = await lockWaiting(tx, payoutId);
  invariant(await withdrawSend(tx, payout.id), `payout ${payoutId} waits for a decision and is sent all the same`);
  await transitionPayout(tx, payout, status, { failure: reason });
}

async function lockWaiting(tx: Tx, payoutId: string): Promise<Payout> {
  const payout = await lockPayout(tx, payoutId);
  invariant(payout, `payout ${payoutId} is there`);
  if (payout.status !== "check") throw new AppError("refused", "This payout no longer needs a decision");
  return payout;
}
