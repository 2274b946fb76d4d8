import type { Tx } from "@/lib/db";
import { insertSend, notifySends } from "@/lib/sends/repo";
import type { Send, SendOrder } from "@/lib/sends/send";

/**
 * Orders a send in the caller's transaction, which has taken the money from whom it belongs to. From the commit on a worker may sign it.
 * @throws Error when the owner has ordered one before: a bug, never an answer to anybody
 */
export async function queueSend(tx: Tx, order: SendOrder): Promise<Send> {
  const send = await insertSend(tx, order);
  await notifySends(tx, order.networkCode);
  return send;
}
