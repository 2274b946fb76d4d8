import { z } from "zod";
import { deliverNext, type Turn } from "@/lib/delivery/webhooks/deliver-next";
import { type DeliveryObject, deliveryObject } from "@/lib/delivery/webhooks/delivery-object";
import { findStranded } from "@/lib/delivery/webhooks/repo";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { findSigningKeys } from "@/lib/people/keys/api-keys";

/** Sends one event of one object and adds itself again for the next. */
export const deliverWebhookJob: Job<typeof deliveryObject> = defineJob({
  name: "deliver-webhook",
  payload: deliveryObject,
  run: async (object, { signal }) => {
    await deliverNext(object, { findSigningKeys, enqueueAgain: enqueueDelivery, signal });
  },
});

/**
 * Behind the jobs that settle payments; and what was tried before goes behind what was not, or the backlog of a dead
 * receiver would be first in line.
 */
const PRIORITIES: Readonly<Record<Turn, number>> = { next: 10, again: 20 };

/** One waiting job an object: a further call moves the waiting one. */
export async function enqueueDelivery(tx: Tx, object: DeliveryObject, runAt: Date, turn: Turn): Promise<void> {
  const key = `webhook:${object.objectKind}:${object.objectId}`;
  await enqueue(tx, deliverWebhookJob, { ...object }, { key, runAt, priority: PRIORITIES[turn] });
}

/** An event that has been due for this long has lost its job: a worker died between claiming and recording. */
const OVERDUE_MS = 60_000;
const OBJECTS_A_SCAN = 1_000;

/** Adds the job again for objects whose events wait without one. Run every minute. */
export const requeueStrandedDeliveriesJob = defineJob({
  name: "requeue-stranded-deliveries",
  payload: z.object({}),
  run: async () => {
    const stranded = await findStranded(OVERDUE_MS, OBJECTS_A_SCAN);
    // At the time when it was due, not now: a job that merely waits for its turn keeps its place in the queue.
    await withTransaction(async (tx) => {
      for (const { dueSince, objectKind, objectId } of stranded)
        await enqueueDelivery(tx, { objectKind, objectId }, dueSince, "again");
    });
  },
});
