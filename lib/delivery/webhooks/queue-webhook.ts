import type { DeliveryObject } from "@/lib/delivery/webhooks/delivery-object";
import { type WebhookPayload, writePhpJson } from "@/lib/delivery/webhooks/payload";
import { insertDelivery } from "@/lib/delivery/webhooks/repo";
import type { ReceiverView } from "@/lib/delivery/webhooks/schema";
import type { KeyKind } from "@/lib/delivery/webhooks/sign-payload";
import { database, type Tx } from "@/lib/kernel/db";
import { selectWebhookUrl } from "@/lib/people/merchants/merchants-repo";

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
 * Returns where the webhooks of an object go: to its own URL, or else to the merchant's at this
 * time; null: nowhere.
 */
export async function findReceiver(
  tx: Tx,
  { urlCallback, merchantId }: { readonly urlCallback: string | null; readonly merchantId: string },
): Promise<string | null> {
  return urlCallback ?? (await selectWebhookUrl(tx, merchantId));
}

/** Returns the same for an object's page, and whether it is the merchant's default. */
export async function describeReceiver(object: Parameters<typeof findReceiver>[1]): Promise<ReceiverView | null> {
  const url = await findReceiver(database(), object);
  return url === null ? null : { url, isDefault: object.urlCallback === null };
}

/**
 * Writes an event in the caller's transaction: it is sent if and only if the change that it reports
 * is committed, after the commit and after the object's earlier events. The database queues it and
 * notifies the workers.
 *
 * @throws TypeError when the payload cannot be written so that receivers can verify it
 */
export async function queueWebhook(tx: Tx, webhook: WebhookToQueue): Promise<{ readonly deliveryId: string }> {
  const { payload, keyKind = "payment", ...delivery } = webhook;
  const { id } = await insertDelivery(tx, { ...delivery, payload: writePhpJson(payload), keyKind });
  return { deliveryId: id };
}
