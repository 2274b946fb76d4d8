import { type Tx, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { enqueueDelivery } from "@/lib/webhooks/jobs";
import { markDue } from "@/lib/webhooks/repo";

/**
 * Sends a merchant's delivery again with the same bytes, now: a delivered or failed one as well as one that waits. It goes
 * before the object's later events that are still undelivered. A failed one gets one more attempt.
 *
 * @throws AppError `not_found` also when the delivery is another merchant's
 */
export async function resendDelivery(merchantId: string, deliveryId: string): Promise<void> {
  await withTransaction((tx) => resendInTransaction(tx, merchantId, deliveryId));
}

/** The same as a part of another command. */
export async function resendInTransaction(tx: Tx, merchantId: string, deliveryId: string): Promise<void> {
  const object = await markDue(tx, merchantId, deliveryId);
  if (object === null) throw new AppError("not_found", "Delivery not found");
  await enqueueDelivery(tx, object, new Date(), "next");
}
