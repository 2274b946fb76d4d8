import { clearAlarmsAbout } from "@/lib/alarms/raise-alarm";
import type { Tx } from "@/lib/db";
import { cancelQueued, findSendOf } from "@/lib/sends/repo";
import type { SendPurpose } from "@/lib/sends/send";
import { SEND_ALARMS } from "@/lib/sends/send-alarms";

/**
 * Takes a send back for which nothing is signed, in the caller's transaction, which holds the owner's lock and gives the money back.
 * @returns false when there is none, or a transaction carries it already: then it cannot be taken back any more
 */
export async function cancelSend(tx: Tx, purpose: SendPurpose, purposeId: string): Promise<boolean> {
  if (!(await cancelQueued(tx, purpose, purposeId))) return false;
  const send = await findSendOf(tx, purpose, purposeId);
  if (send !== null) await clearAlarmsAbout(tx, send.id, SEND_ALARMS);
  return true;
}
