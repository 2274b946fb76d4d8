import { database, type Tx } from "@/lib/db";
import { toSend } from "@/lib/sends/repo";
import type { Send } from "@/lib/sends/send";

/** Writes down a consolidation, which the same transaction signs: there is none that waits. */
export async function insertConsolidation(tx: Tx, send: Send): Promise<Send> {
  const { id, purpose, purposeId, networkCode, currencyCode, toAddress, priority } = send;
  const data = {
    id,
    purpose,
    purposeId,
    networkCode,
    currencyCode,
    toAddress,
    priority,
    amount: send.amount.toFixed(),
  };
  return toSend(await tx.send.create({ data }));
}

/** Of a network, in no block. Under the account's lock: whoever signs another one waits for it. */
export async function countUnconfirmed(tx: Tx, networkCode: string): Promise<number> {
  return tx.send.count({
    where: { networkCode, purpose: "consolidation", status: "sending", outgoing: { status: "signed" } },
  });
}

/** Whether any send of a network waits to be signed, also one that is tried again later. */
export async function isAnyQueued(networkCode: string): Promise<boolean> {
  const found = await database().send.findFirst({ where: { networkCode, status: "queued" }, select: { id: true } });
  return found !== null;
}
