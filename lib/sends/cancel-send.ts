import { clearAlarm } from "@/lib/alarms/raise-alarm";
import type { Tx } from "@/lib/db";
import { cancelQueued, findSendOf } from "@/lib/sends/repo";
import type { SendPurpose } from "@/lib/sends/send";

/**
 * Takes a send back for which nothing is signed, in the caller's transaction, which holds the owner's lock and gives the money back.
 * @returns false when there is none, or a transaction carries it already: then it cannot be taken back any more
 */
export async function cancelSend(tx: Tx, purpose: SendPurpose, purposeId: string): Promise<boolean> {
  if (!(await cancelQueued(tx, purpose, purposeId))) return false;
  const send = await findSendOf(tx, purpose, purposeId);
  for (const kind of ["fee-above-quote", "send-refused"] as const) {
    if (send !== null) await clearAlarm(tx, { kind, subject: send.id });
  }
  return true;
}
