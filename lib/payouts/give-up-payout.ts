import { withTransaction } from "@/lib/db";
import { insertOutflowEvent } from "@/lib/guards/outflow-repo";
import { recordAudit } from "@/lib/merchants/audit-repo";
import type { Payout } from "@/lib/payouts/payout";
import { payoutErrors } from "@/lib/payouts/payout-error";
import { lockPayout } from "@/lib/payouts/repo";
import { takeBackUnsigned } from "@/lib/payouts/take-back-send";
import { transitionPayout } from "@/lib/payouts/transition-payout";
import { findSendOf } from "@/lib/sends/repo";
import { isMerchantsDoing } from "@/lib/sends/wait-reason";

/**
 * The operator gives up a payout for which nothing is signed: what it waits for does not come, be it funds, a stopped network or a decision.
 * It ends in `system_fail` and the money is back to the unit, whatever the rate has done, since its merchant had no hand in it; where it waits
 * because of what the merchant did, which may be done when a rate has turned, it is as if the merchant called it off.
 * @throws AppError `not_found`; `refused` when it is final, or a transaction carries it
 */
export async function giveUpPayout(order: {
  readonly payoutId: string;
  /** Said to its merchant. */
  readonly reason: string;
  /** The operator. */
  readonly actorId: string;
}): Promise<Payout> {
  const { payoutId, reason, actorId } = order;
  return await withTransaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId);
    if (payout === null) throw payoutErrors.notFound();
    const send = await findSendOf(tx, "payout", payout.id);
    const isCalledOff = isMerchantsDoing(send?.waitReason ?? null);
    await takeBackUnsigned(tx, payout);
    const { merchantId } = payout;
    const change = { before: { status: payout.status }, after: { status: "system_fail" } };
    const target = payout.id;
    await recordAudit(tx, { actorId, merchantId, action: "payout.give-up", target, detail: { reason }, ...change });
    await insertOutflowEvent(tx, { kind: "payout", subjectId: payout.id }, "failed", { reason });
    return await transitionPayout(tx, payout, "system_fail", { failure: reason }, { isCalledOff });
  });
}
