import type { Tx } from "@/lib/db";
import { invariant } from "@/lib/errors";
import { returnOutflow } from "@/lib/guards/admit-outflow";
import { insertOutflowEvent } from "@/lib/guards/outflow-repo";
import type { Payout } from "@/lib/payouts/payout";
import { returnFunds, settleFunds } from "@/lib/payouts/payout-funds";
import { toPayoutWebhook } from "@/lib/payouts/payout-webhook";
import { findPayoutKeyKind, type PayoutChanges, updatePayout } from "@/lib/payouts/repo";
import { canMove, isFinal, isReturned, type PayoutStatus } from "@/lib/payouts/status";
import { tellMembers } from "@/lib/payouts/tell-members";
import { queueWebhook } from "@/lib/webhooks/queue-webhook";

/**
 * The one way to change a payout's status: what it means for the books, the row, its time line and the webhook, in the caller's
 * transaction. The caller holds the row's lock. `isCalledOff`: its merchant had it in hand that it ends, as with every `cancel`.
 * @throws Error for a move that the table does not allow: a bug, never an answer to anybody
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
  await tellMembers(tx, moved);
  return moved;
}

/** Reports a payout as it stands; nothing is queued when the merchant gave no address for it. */
async function queuePayoutWebhook(tx: Tx, payout: Payout): Promise<void> {
  if (payout.urlCallback === null) return;
  await queueWebhook(tx, {
    objectKind: "payout",
    objectId: payout.id,
    merchantId: payout.merchantId,
    status: payout.status,
    url: payout.urlCallback,
    payload: toPayoutWebhook(payout),
    keyKind: await findPayoutKeyKind(tx, payout.merchantId),
  });
}
