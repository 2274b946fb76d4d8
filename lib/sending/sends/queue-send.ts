import type { Tx } from "@/lib/kernel/db";
import { hotCustody, inFlightCustody } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { insertSend, notifySends } from "@/lib/sending/sends/repo";
import type { Send, SendOrder } from "@/lib/sending/sends/send";
import { groupOf } from "@/lib/sending/sends/send-custody";
import { nothingToVerify, type SendOwner } from "@/lib/sending/sends/send-owner";

/**
 * A consolidation has no row apart from its send, and no owner to notify: the operator sees the
 * send.
 */
const nothing = async (): Promise<void> => undefined;

/**
 * Handles the engine's callbacks for consolidations, which combine the gateway's UTXOs at the hot
 * address. Their cost is a network cost like any other.
 */
export const consolidationSends: SendOwner = {
  unverified: nothingToVerify,
  lock: nothing,
  waits: nothing,
  signed: nothing,
  async confirmed(tx, send, _transactionId, _cost, lockBooks) {
    const { id, networkCode, currencyCode, amount } = send;
    const debit = hotCustody(networkCode, currencyCode);
    const credit = inFlightCustody(networkCode, currencyCode);
    await lockBooks({ reference: id, accounts: [debit, credit] });
    const legs = [{ debit, credit, amount }];
    await postEntry(tx, { kind: "consolidation.settle", reference: id, groupId: groupOf(send), legs });
  },
  /** The UTXOs and their booked amounts are unchanged. */
  async failed(_tx, _send, _reason, _cause, lockBooks) {
    await lockBooks(null);
  },
};

/**
 * Queues a send in the caller's transaction, which has taken the money from its owner. After the
 * commit a worker may sign it.
 * @throws Error when the owner has already queued one: a bug, never a response to a client
 */
export async function queueSend(tx: Tx, order: SendOrder): Promise<Send> {
  const send = await insertSend(tx, order);
  await notifySends(tx, order.networkCode);
  return send;
}
