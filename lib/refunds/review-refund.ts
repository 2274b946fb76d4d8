import { assertRateStands } from "@/lib/conversions/held-conversion";
import { findConversionOf } from "@/lib/conversions/repo";
import type { Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { insertOutflowEvent } from "@/lib/guards/outflow-repo";
import { failRefund } from "@/lib/refunds/finish-refund";
import { type LockedRefund, lockRefund } from "@/lib/refunds/lock-refund";
import { queueRefundSend } from "@/lib/refunds/queue-refund-send";
import { transitionRefund } from "@/lib/refunds/transition-refund";
import { findSendOf } from "@/lib/sends/repo";

/**
 * Everything that a refund waited for is approved: it is sent. In the transaction of the last decision.
 * @throws AppError `refused` when it does not wait for a decision any more; `refused` or `unavailable` when it was converted and the
 * rate does not stand any more
 */
export async function releaseRefund(tx: Tx, refundId: string): Promise<void> {
  const { refund } = await lockWaiting(tx, refundId);
  const conversion = await findConversionOf(tx, "refund", refundId);
  if (conversion !== null) await assertRateStands(tx, conversion, refund.createdAt);
  await queueRefundSend(tx, await transitionRefund(tx, refund, "process"));
}

/**
 * Somebody refused it: the money is back where it came from. `isCalledOff`: a person of the merchant did.
 * @throws AppError `refused` when it does not wait for a decision any more
 */
export async function refuseRefund(
  tx: Tx,
  refundId: string,
  { reason, isCalledOff = false }: { readonly reason: string; readonly isCalledOff?: boolean },
): Promise<void> {
  const locked = await lockWaiting(tx, refundId);
  await insertOutflowEvent(tx, { kind: "refund", subjectId: refundId }, "failed", { reason });
  await failRefund(tx, locked, reason, { isCalledOff });
}

/** One with a send waits for something else than a decision. */
async function lockWaiting(tx: Tx, refundId: string): Promise<LockedRefund> {
  const locked = await lockRefund(tx, refundId);
  if (locked.refund.status !== "check" || (await findSendOf(tx, "refund", refundId)) !== null)
    throw new AppError("refused", "This refund does not wait for a decision any more");
  return locked;
}
