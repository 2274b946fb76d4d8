import { failRefund, settleRefund } from "@/lib/exceptions/refund-outcomes/finish-refund";
import { transitionRefund } from "@/lib/exceptions/refunds/begin-refund";
import type { Refund } from "@/lib/exceptions/refunds/refund";
import { movedByReturning, movedBySettling } from "@/lib/exceptions/refunds/refund-funds";
import { lockRefund } from "@/lib/exceptions/refunds/refundable";
import { updateRefund, wasAdmitted } from "@/lib/exceptions/refunds/repo";
import type { Tx } from "@/lib/kernel/db";
import { findHold, findUnverifiedOutflows } from "@/lib/money-out/outflow-checks/find-unverified";
import { trustDestination } from "@/lib/people/guards/destinations-repo";
import { insertOutflowEvent, type OutflowEventName } from "@/lib/people/guards/outflow-repo";
import { isMerchantsDoing } from "@/lib/sending/sends/send";
import { hasExpiredBefore, type SendOwner } from "@/lib/sending/sends/send-owner";

/** Handles the engine's callbacks for the sends of refunds. */
export const refundSends: SendOwner = {
  held: (tx, refundId) => findHold(tx, "refund", refundId),
  unverified: findUnverifiedOutflows,

  async lock(tx, refundId) {
    await lockRefund(tx, refundId);
  },

  async waits(tx, send, reason) {
    const { refund } = await lockRefund(tx, send.purposeId);
    await recordEvent(tx, refund, "waits", { reason });
    const to = reason === null ? "process" : "check";
    if (refund.status !== to) await transitionRefund(tx, refund, to);
  },

  async signed(tx, send, transactionId) {
    const { refund } = await lockRefund(tx, send.purposeId);
    if (refund.transactionId === null) await recordEvent(tx, refund, "signed", { txid: transactionId });
    else {
      const cause = (await hasExpiredBefore(tx, send.id)) ? "expired" : null;
      await recordEvent(tx, refund, "replaced", { txid: transactionId, cause });
    }
    if (refund.status === "check") await transitionRefund(tx, refund, "process", { transactionId });
    else await updateRefund(tx, refund.id, { transactionId });
  },

  async confirmed(tx, send, transactionId, cost, lockBooks) {
    const locked = await lockRefund(tx, send.purposeId);
    const { amount, currencyCode: currency } = cost;
    await recordEvent(tx, locked.refund, "confirmed", { txid: transactionId, cost: amount.toFixed(), currency });
    await trust(tx, locked.refund);
    await lockBooks(movedBySettling(locked.refund));
    await settleRefund(tx, locked, transactionId);
  },

  async failed(tx, send, reason, cause, lockBooks) {
    const locked = await lockRefund(tx, send.purposeId);
    await recordEvent(tx, locked.refund, "failed", { reason });
    // As with payouts, a refusal by the chain before signing is caused by the address.
    const isRefused = cause === "chain" && send.outgoingId === null && send.waitReason === "refused";
    const isCalledOff = isRefused || (cause === "gateway" && isMerchantsDoing(send.waitReason));
    await lockBooks(await movedByReturning(tx, locked.refund));
    await failRefund(tx, locked, reason, { isCalledOff });
  },

  async moved(tx, send, transactionId) {
    const { refund } = await lockRefund(tx, send.purposeId);
    if (refund.transactionId === transactionId) return;
    await recordEvent(tx, refund, "replaced", { txid: transactionId });
    await updateRefund(tx, refund.id, { transactionId });
  },
};

/**
 * Trusts an address after the first successful refund to it, so that look-alike addresses are
 * detected. Excludes refunds that the operator alone decided, because the merchant never chose that
 * address.
 */
async function trust(tx: Tx, { id, merchantId, networkCode: network, address }: Refund): Promise<void> {
  if (merchantId !== null && (await wasAdmitted(tx, id))) await trustDestination(tx, { merchantId, network, address });
}

async function recordEvent(
  tx: Tx,
  { id }: Refund,
  event: OutflowEventName,
  detail: Readonly<Record<string, string | null>>,
): Promise<void> {
  await insertOutflowEvent(tx, { kind: "refund", subjectId: id }, event, { ...detail });
}
