import { randomUUID } from "node:crypto";
import { type DeliverOptions, deliverClaimed } from "@/lib/delivery/webhooks/deliver-claimed";
import type { DeliveryObject } from "@/lib/delivery/webhooks/delivery-object";
import { createHostBulkhead } from "@/lib/delivery/webhooks/host-bulkhead";
import { queueWebhook } from "@/lib/delivery/webhooks/queue-webhook";
import { claimDue } from "@/lib/delivery/webhooks/repo";
import { database, withTransaction } from "@/lib/kernel/db";

const LEASE_MS = 30_000;

/**
 * Delivers without a worker: sends the oldest event of each object once that is due now, in this
 * database. Returns how many were claimed.
 */
export async function deliverDue(options: Pick<DeliverOptions, "findSigningKeys"> & Partial<DeliverOptions>) {
  const { claimed } = await claimDue(50, LEASE_MS);
  const defaults = { signal: new AbortController().signal, bulkhead: createHostBulkhead() };
  await Promise.all(claimed.map((claim) => deliverClaimed(claim, { ...defaults, ...options })));
  return claimed.length;
}

export const newObject = (): DeliveryObject => ({ objectKind: "invoice", objectId: randomUUID() });

/** Queues an event of the object and returns its id. */
export async function queue(object: DeliveryObject, url: string, status: string): Promise<string> {
  const payload = {
    type: "payment",
    uuid: object.objectId,
    status,
    additional_data: "a/ж",
    from: null,
    is_final: true,
  };
  const webhook = { ...object, merchantId: randomUUID(), status, url, payload };
  return (await withTransaction((tx) => queueWebhook(tx, webhook))).deliveryId;
}

/** When the oldest undelivered event of the object is due; null if there is none. */
export async function dueAt({ objectKind, objectId }: DeliveryObject): Promise<Date | null> {
  const row = await database().webhookQueue.findUnique({
    where: { objectKind_objectId: { objectKind, objectId } },
    select: { dueAt: true },
  });
  return row?.dueAt ?? null;
}
