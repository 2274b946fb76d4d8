import type { Tx } from "@/lib/db";
import type { DeliveryObject } from "@/lib/webhooks/delivery-object";
import { enqueueDelivery } from "@/lib/webhooks/jobs";
import { writePhpJson } from "@/lib/webhooks/php-json";
import { insertDelivery } from "@/lib/webhooks/repo";
import type { KeyKind } from "@/lib/webhooks/signing-key";
import type { WebhookPayload } from "@/lib/webhooks/webhook-payload";

export type WebhookToQueue = DeliveryObject & {
  readonly merchantId: string;
  /** Of a wallet's event: the top-up that it is about. */
  readonly topUpId?: string | null;
  /** The status that the event carries, for example `paid`. */
  readonly status: string;
  readonly url: string;
  /** Members in their documented order, without `sign`; amounts as strings. */
  readonly payload: WebhookPayload;
  /** Which key signs; the payment key unless the merchant set it otherwise for payouts. */
  readonly keyKind?: KeyKind;
};

/**
 * Writes an event and its object's job in the caller's transaction: it is sent exactly if the change that it reports is
 * committed, after it, and after the object's earlier events.
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
