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
 * Takes a payout back for which nothing is signed: while it waits, or before a worker took it up.
 * The money returns to the balance.
 * @throws AppError `not_found`; `refused` when it is final, or a transaction carries it
 */
export async function cancelPayout(order: {
  readonly merchantId: string;
  readonly payoutId: string;
  /** The person who cancels. */
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
 * The operator gives up a payout for which nothing is signed: what it waits for does not come, be
 * it funds, a stopped network or a decision. It ends in `system_fail` and the money is back to the
 * unit, whatever the rate has done, since its merchant had no hand in it; where it waits because of
 * what the merchant did, which may be done when a rate has turned, it is as if the merchant called
 * it off.
 * @throws AppError `not_found`; `refused` when it is final, or a transaction carries it
 */
export async function cancelPayoutAsOperator(order: {
  readonly payoutId: string;
  /** Said to its merchant. */
  readonly reason: string;
  /** The operator. */
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
 * Makes sure that nothing will be signed for a payout whose row the caller has locked: its send is
 * taken back, or was never ordered.
 * @returns false when a transaction carries it already
 */
export async function withdrawSend(tx: Tx, payoutId: string): Promise<boolean> {
  if (await cancelSend(tx, "payout", payoutId)) return true;
  return (await findSendOf(tx, "payout", payoutId)) === null;
}

/**
 * The same for a person who ends it.
 * @throws AppError `refused` when it is final, or a transaction carries it
 */
export async function cancelUnsigned(tx: Tx, { id, status }: Pick<Payout, "id" | "status">): Promise<void> {
  if (isFinal(status)) throw new AppError("refused", `This payout is finished: its status is ${status}`);
  if (!(await withdrawSend(tx, id)))
    throw new AppError("refused", "This payout is signed, and signed transactions can't be cancelled");
}
