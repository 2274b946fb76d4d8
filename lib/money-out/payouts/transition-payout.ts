import { findReceiver, queueWebhook } from "@/lib/delivery/webhooks/queue-webhook";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { formatWebhookAmount, moneyText } from "@/lib/kernel/money/format";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { returnFunds, settleFunds } from "@/lib/money-out/payouts/payout-funds";
import { findPayoutKeyKind, type PayoutChanges, updatePayout } from "@/lib/money-out/payouts/repo";
import { canMove, isFinal, isReturned, type PayoutStatus } from "@/lib/money-out/payouts/status";
import { returnOutflow } from "@/lib/people/guards/admit-outflow";
import { insertOutflowEvent } from "@/lib/people/guards/outflow-repo";
import { queueNotification } from "@/lib/people/notifications/notify-people";

/** The contents of a payout webhook. */
export type PayoutFacts = Pick<
  Payout,
  | "id"
  | "orderId"
  | "status"
  | "amount"
  | "currencyCode"
  | "payerCode"
  | "sentAmount"
  | "networkCode"
  | "commission"
  | "debitedAmount"
  | "transactionId"
>;

/** Builds the members of the payout webhook in the documented order, without `sign`. */
export function toPayoutWebhook(payout: PayoutFacts) {
  return {
    type: "payout",
    uuid: payout.id,
    order_id: payout.orderId,
    amount: formatWebhookAmount(payout.amount),
    merchant_amount: formatWebhookAmount(payout.debitedAmount),
    commission: formatWebhookAmount(payout.commission),
    is_final: isFinal(payout.status),
    status: payout.status,
    txid: payout.transactionId,
    currency: payout.currencyCode,
    network: payout.networkCode,
    payer_currency: payout.payerCode,
    payer_amount: formatWebhookAmount(payout.sentAmount),
  };
}

/**
 * The only function that changes a payout's status: updates the books, the row, its timeline and
 * the webhook, in the caller's transaction. The caller holds the row's lock. `isCalledOff`: ending
 * it was within the merchant's control, as for every `cancel`.
 * @throws Error for a transition that the table does not allow: a bug, never a response to a client
 */
export async function transitionPayout(
  tx: Tx,
  payout: Payout,
  to: PayoutStatus,
  changes: PayoutChanges = {},
  { isCalledOff = false }: { readonly isCalledOff?: boolean } = {},
): Promise<Payout> {
  invariant(canMove(payout.status, to), `payout ${payout.id} cannot move from ${payout.status} to ${to}`);
  const moved = await updatePayout(tx, payout.id, { ...changes, status: to, finalAt: isFinal(to) ? new Date() : null });
  await insertOutflowEvent(tx, { kind: "payout", subjectId: payout.id }, "status", { from: payout.status, to });
  await queuePayoutWebhook(tx, moved);
  if (isReturned(to)) await returnOutflow(tx, "payout", payout.id);
  if (isReturned(to)) await returnFunds(tx, payout, { isCalledOff: isCalledOff || to === "cancel" });
  if (to === "paid") await settleFunds(tx, payout);
  await notifyMembers(tx, moved);
  return moved;
}

/**
 * Queues a webhook with the payout's current state; queues nothing when neither the payout
 * nor the merchant has a URL.
 */
async function queuePayoutWebhook(tx: Tx, payout: Payout): Promise<void> {
  const url = await findReceiver(tx, payout);
  if (url === null) return;
  await queueWebhook(tx, {
    objectKind: "payout",
    objectId: payout.id,
    merchantId: payout.merchantId,
    status: payout.status,
    url,
    payload: toPayoutWebhook(payout),
    keyKind: await findPayoutKeyKind(tx, payout.merchantId),
  });
}

/**
 * Notifies a merchant's users about the outcome of a payout, except when they cancelled it
 * themselves.
 */
async function notifyMembers(tx: Tx, payout: Payout): Promise<void> {
  const { id, merchantId, status, orderId, amount, currencyCode } = payout;
  const isPaid = status === "paid";
  if (!isPaid && status !== "fail" && status !== "system_fail") return;
  const detail = { orderId, amount: `${moneyText(amount.toFixed(), currencyCode)}` };
  await queueNotification(tx, { kind: isPaid ? "payout_paid" : "payout_failed", merchantId, reference: id, detail });
}
