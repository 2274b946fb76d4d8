import type { Tx } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { assertRateStands } from "@/lib/money-in/conversions/outflow-conversion";
import { withdrawSend } from "@/lib/money-out/payouts/cancel-payout";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { queuePayoutSend } from "@/lib/money-out/payouts/queue-payout-send";
import { lockPayout } from "@/lib/money-out/payouts/repo";
import { transitionPayout } from "@/lib/money-out/payouts/transition-payout";

/**
 * Everything that a payout waited for is approved: it is sent. In the transaction of the last
 * decision.
 * @throws AppError `refused` when it no longer waits: it was cancelled meanwhile; `refused` or
 * `unavailable` when it was converted and the rate does not stand any more
 */
export async function releasePayout(tx: Tx, payoutId: string): Promise<void> {
  const payout = await lockWaiting(tx, payoutId);
  if (payout.conversion !== null) await assertRateStands(tx, payout.conversion, payout.createdAt);
  await transitionPayout(tx, payout, "process");
  await queuePayoutSend(tx, payout);
}

/**
 * Somebody refused it: the money returns to the balance. `cancel` when a person of the merchant
 * did, `fail` by the operator's screening.
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
