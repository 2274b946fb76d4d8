import { type DeliveryObject, deliveryObject, type Turn } from "@/lib/delivery/webhooks/delivery-object";
import { type WebhookPayload, writePhpJson } from "@/lib/delivery/webhooks/payload";
import { insertDelivery } from "@/lib/delivery/webhooks/repo";
import type { KeyKind } from "@/lib/delivery/webhooks/sign-payload";
import type { Tx } from "@/lib/kernel/db";
import { declareJob } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";

export type WebhookToQueue = DeliveryObject & {
  readonly merchantId: string;
  /** For a wallet's event: the top-up that it is about. */
  readonly topUpId?: string | null;
  /** The status that the event carries, for example `paid`. */
  readonly status: string;
  readonly url: string;
  /** Members in their documented order, without `sign`; amounts as strings. */
  readonly payload: WebhookPayload;
  /** Which key signs; the payment key unless the merchant chose otherwise for payouts. */
  readonly keyKind?: KeyKind;
};

/**
 * Writes an event and its object's job in the caller's transaction: it is sent if and only if the
 * change that it reports is committed, after the commit and after the object's earlier events.
 *
 * @throws TypeError when the payload cannot be written so that receivers can verify it
 */
export async function queueWebhook(tx: Tx, webhook: WebhookToQueue): Promise<{ readonly deliveryId: string }> {
  const { payload, keyKind = "payment", ...delivery } = webhook;
  const { id } = await insertDelivery(tx, { ...delivery, payload: writePhpJson(payload), keyKind });
  const { objectKind, objectId } = webhook;
  await enqueueDelivery(tx, { objectKind, objectId }, new Date(), "next");
  return { deliveryId: id };
}

/** Sends one event of one object; `deliverWebhookJob` defines it. */
export const DELIVER_WEBHOOK = declareJob({ name: "deliver-webhook", payload: deliveryObject });

/**
 * Behind the jobs that settle payments; retries go behind first attempts, or the backlog of a dead
 * receiver would be first in line.
 */
const PRIORITIES: Readonly<Record<Turn, number>> = { next: 10, again: 20 };

/** Keeps one waiting job per object: a further call moves the waiting one. */
export async function enqueueDelivery(tx: Tx, object: DeliveryObject, runAt: Date, turn: Turn): Promise<void> {
  const key = `webhook:${object.objectKind}:${object.objectId}`;
  await enqueue(tx, DELIVER_WEBHOOK, { ...object }, { key, runAt, priority: PRIORITIES[turn] });
}
