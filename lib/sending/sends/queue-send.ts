import type { Tx } from "@/lib/kernel/db";
import { hotCustody, inFlightCustody } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { insertSend, notifySends } from "@/lib/sending/sends/repo";
import type { Send, SendOrder } from "@/lib/sending/sends/send";
import { groupOf } from "@/lib/sending/sends/send-custody";
import { nothingToVerify, type SendOwner } from "@/lib/sending/sends/send-owner";

/** It has no row but its send's, and nobody to tell: the operator sees the send. */
const nothing = async (): Promise<void> => undefined;

/**
 * What the engine asks of a consolidation: coins of ours are one coin at the hot address. What it
 * cost is a network cost like any other.
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
  /** The coins are where they were, and so is what the books have of them. */
  async failed(_tx, _send, _reason, _cause, lockBooks) {
    await lockBooks(null);
  },
};

/**
 * Orders a send in the caller's transaction, which has taken the money from whom it belongs to.
 * From the commit on a worker may sign it.
 * @throws Error when the owner has ordered one before: a bug, never an answer to anybody
 */
export async function queueSend(tx: Tx, order: SendOrder): Promise<Send> {
  const send = await insertSend(tx, order);
  await notifySends(tx, order.networkCode);
  return send;
}
