import { type ResendSubject, sumResends } from "@/lib/delivery/webhooks/reads-repo";
import { addResend, findDeliveryOwner, lockResends, markDue } from "@/lib/delivery/webhooks/repo";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { refusal } from "@/lib/kernel/refusals";

/**
 * Resends of each payment, payout or wallet, by users and through the machine API together; the
 * operator may exceed it.
 */
export const RESENDS_MAX = 10;

/**
 * Returns what the limit applies to: each top-up separately, because its wallet lasts for years.
 */
export function subjectOf(delivery: {
  readonly merchantId: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly topUpId: string | null;
}): ResendSubject {
  const { merchantId, objectKind, objectId, topUpId } = delivery;
  return topUpId === null ? { merchantId, objectKind, objectId } : { merchantId, topUpId };
}

export type ResendOrder = { readonly merchantId: string; readonly actorId: string; readonly deliveryId: string };

/**
 * Resends a webhook with the same bytes for a user of the merchant. Counted: ten for one payment,
 * payout or wallet, together with those of the machine API.
 * @throws AppError `not_found` also when the delivery is another merchant's; `refused` after ten
 */
export function resendByMember(order: ResendOrder): Promise<void> {
  return resend(order, RESENDS_MAX);
}

/**
 * Resends any merchant's webhook for the operator, also beyond the ten, of which it uses
 * none. @throws AppError `not_found`
 */
export async function resendByOperator(actorId: string, deliveryId: string): Promise<void> {
  const merchantId = await findDeliveryOwner(deliveryId);
  if (merchantId === null) throw notFound();
  await resend({ merchantId, actorId, deliveryId }, null);
}

/** Also the answer to somebody whose page still shows one that was deleted meanwhile. */
function notFound(): AppError {
  return new AppError("not_found", "Webhook not found. Old webhooks are deleted and can't be resent.");
}

/** `max` null: unlimited and uncounted. */
async function resend({ merchantId, actorId, deliveryId }: ResendOrder, max: number | null): Promise<void> {
  await withTransaction(async (tx) => {
    const delivery = await lockResends(tx, merchantId, deliveryId);
    if (delivery === null) throw notFound();
    const count = await sumResends(tx, subjectOf(delivery));
    if (max !== null && count >= max) {
      throw new AppError("refused", "It was already resent ten times. Ask the operator of this gateway to resend it.");
    }
    if (max !== null) await addResend(tx, deliveryId);
    await resendInTransaction(tx, merchantId, deliveryId);
    const detail = { object: `${delivery.objectKind}:${delivery.objectId}`, ...(max !== null && { count: count + 1 }) };
    await recordAudit(tx, { actorId, merchantId, action: "webhook.resend", target: deliveryId, detail });
  });
}

/**
 * Sends a merchant's delivery again with the same bytes, now: a delivered or failed one as well as
 * one that waits. It goes before the object's later events that are still undelivered. A failed one
 * gets one more attempt.
 *
 * @throws AppError `not_found` also when the delivery is another merchant's
 */
export async function resendDelivery(merchantId: string, deliveryId: string): Promise<void> {
  await withTransaction((tx) => resendInTransaction(tx, merchantId, deliveryId));
}

/** The same as part of another command. */
export async function resendInTransaction(tx: Tx, merchantId: string, deliveryId: string): Promise<void> {
  if (!(await markDue(tx, merchantId, deliveryId))) throw refusal("delivery_not_found");
}
