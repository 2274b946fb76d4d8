import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { findHold, findUnverifiedOutflows } from "@/lib/money-out/outflow-checks/find-unverified";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { movedByReturning, movedBySettling } from "@/lib/money-out/payouts/payout-funds";
import { lockPayout, updatePayout } from "@/lib/money-out/payouts/repo";
import { transitionPayout } from "@/lib/money-out/payouts/transition-payout";
import { trustDestination } from "@/lib/people/guards/destinations-repo";
import { insertOutflowEvent, type OutflowEventName } from "@/lib/people/guards/outflow-repo";
import { isMerchantsDoing } from "@/lib/sending/sends/send";
import { hasExpiredBefore, type SendOwner } from "@/lib/sending/sends/send-owner";
import { askForSweep } from "@/lib/sending/sweeps/sweep-now";

/** Handles the engine's callbacks for the sends of payouts. */
export const payoutSends: SendOwner = {
  isBatchable: true,
  held: (tx, payoutId) => findHold(tx, "payout", payoutId),
  unverified: findUnverifiedOutflows,

  async lock(tx, payoutId) {
    await lockPayout(tx, payoutId);
  },

  async waits(tx, send, reason) {
    const payout = await getLocked(tx, send.purposeId);
    await recordEvent(tx, payout, "waits", { reason });
    const to = reason === null ? "process" : "check";
    if (payout.status !== to) await transitionPayout(tx, payout, to);
    if (reason === "funds") await askForSweep(tx, send);
  },

  /**
   * Queues no webhook: the status is unchanged. The payout object shows the transaction from now
   * on.
   */
  async signed(tx, send, transactionId) {
    const payout = await getLocked(tx, send.purposeId);
    if (payout.transactionId === null) await recordEvent(tx, payout, "signed", { txid: transactionId });
    else {
      const cause = (await hasExpiredBefore(tx, send.id)) ? "expired" : null;
      await recordEvent(tx, payout, "replaced", { txid: transactionId, cause });
    }
    if (payout.status === "check") await transitionPayout(tx, payout, "process", { transactionId });
    else await updatePayout(tx, payout.id, { transactionId });
  },

  async confirmed(tx, send, transactionId, cost, lockBooks) {
    const payout = await getLocked(tx, send.purposeId);
    const { amount, currencyCode: currency } = cost;
    await recordEvent(tx, payout, "confirmed", { txid: transactionId, cost: amount.toFixed(), currency });
    const { merchantId, networkCode: network, address } = payout;
    await trustDestination(tx, { merchantId, network, address });
    await lockBooks(movedBySettling(payout));
    await transitionPayout(tx, payout, "paid", { transactionId });
  },

  async failed(tx, send, reason, cause, lockBooks) {
    const payout = await getLocked(tx, send.purposeId);
    await recordEvent(tx, payout, "failed", { reason });
    // A refusal by the chain before signing is caused by the address, which the merchant chose.
    const isRefused = cause === "chain" && send.outgoingId === null && send.waitReason === "refused";
    const isCalledOff = isRefused || (cause === "gateway" && isMerchantsDoing(send.waitReason));
    const to = cause === "gateway" ? "system_fail" : "fail";
    await lockBooks(movedByReturning(payout));
    await transitionPayout(tx, payout, to, { failure: reason }, { isCalledOff });
  },

  async moved(tx, send, transactionId) {
    const payout = await getLocked(tx, send.purposeId);
    if (payout.transactionId === transactionId) return;
    await recordEvent(tx, payout, "replaced", { txid: transactionId });
    await updatePayout(tx, payout.id, { transactionId });
  },
};

async function getLocked(tx: Tx, payoutId: string): Promise<Payout> {
  const payout = await lockPayout(tx, payoutId);
  invariant(payout, `payout ${payoutId} is there`);
  return payout;
}

async function recordEvent(
  tx: Tx,
  { id }: Payout,
  event: OutflowEventName,
  detail: Readonly<Record<string, string | null>>,
): Promise<void> {
  await insertOutflowEvent(tx, { kind: "payout", subjectId: id }, event, { ...detail });
}
