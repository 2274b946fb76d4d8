import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { refusal } from "@/lib/kernel/refusals";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { lockPayout } from "@/lib/money-out/payouts/repo";
import { isFinal } from "@/lib/money-out/payouts/status";
import { transitionPayout } from "@/lib/money-out/payouts/transition-payout";
import { insertOutflowEvent } from "@/lib/people/guards/outflow-repo";
import { cancelSend } from "@/lib/sending/sends/fail-send";
import { findSendOf } from "@/lib/sending/sends/repo";
import { isMerchantsDoing } from "@/lib/sending/sends/send";

/**
 * Cancels a payout without a signed transaction: while it waits, or before a worker starts it. The
 * funds return to the balance.
 * @throws AppError `not_found`; `refused` when it is final or a transaction is signed
 */
export async function cancelPayout(order: {
  readonly merchantId: string;
  readonly payoutId: string;
  /** The user who cancels. */
  readonly actorId: string | null;
}): Promise<Payout> {
  const { merchantId, payoutId, actorId } = order;
  return await withTransaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId, merchantId);
    if (payout === null) throw refusal("payout_not_found");
    await cancelUnsigned(tx, payout);
    const change = { before: { status: payout.status }, after: { status: "cancel" } };
    await recordAudit(tx, { actorId, merchantId, action: "payout.cancel", target: payout.id, ...change });
    return await transitionPayout(tx, payout, "cancel", { failure: "cancelled before it was signed" });
  });
}

/**
 * Cancels a payout without a signed transaction on behalf of the operator, when what it waits for
 * does not come: funds, a stopped network or a decision. It ends in `system_fail`, and the full
 * debited amount is returned whatever the rate, since the merchant did not cause the wait. If it
 * waits because of the merchant's own action, which can be timed to a rate change, it is treated as
 * called off by the merchant.
 * @throws AppError `not_found`; `refused` when it is final or a transaction is signed
 */
export async function cancelPayoutAsOperator(order: {
  readonly payoutId: string;
  /** Shown to its merchant. */
  readonly reason: string;
  readonly actorId: string;
}): Promise<Payout> {
  const { payoutId, reason, actorId } = order;
  return await withTransaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId);
    if (payout === null) throw refusal("payout_not_found");
    const send = await findSendOf(tx, "payout", payout.id);
    const isCalledOff = isMerchantsDoing(send?.waitReason ?? null);
    await cancelUnsigned(tx, payout);
    const { merchantId } = payout;
    const change = { before: { status: payout.status }, after: { status: "system_fail" } };
    const target = payout.id;
    await recordAudit(tx, { actorId, merchantId, action: "payout.give-up", target, detail: { reason }, ...change });
    await insertOutflowEvent(tx, { kind: "payout", subjectId: payout.id }, "failed", { reason });
    return await transitionPayout(tx, payout, "system_fail", { failure: reason }, { isCalledOff });
  });
}

/**
 * Ensures that nothing will be signed for a payout whose row the caller has locked: its send is
 * cancelled, or was never queued.
 * @returns false when a transaction is already signed
 */
export async function withdrawSend(tx: Tx, payoutId: string): Promise<boolean> {
  if (await cancelSend(tx, "payout", payoutId)) return true;
  return (await findSendOf(tx, "payout", payoutId)) === null;
}

/**
 * Like {@link withdrawSend}, and throws if that is not possible.
 * @throws AppError `refused` when it is final or a transaction is signed
 */
export async function cancelUnsigned(tx: Tx, { id, status }: Pick<Payout, "id" | "status">): Promise<void> {
  if (isFinal(status)) throw new AppError("refused", `This payout is finished: its status is ${status}`);
  if (!(await withdrawSend(tx, id)))
    throw new AppError("refused", "This payout is signed, and signed transactions can't be cancelled");
}
