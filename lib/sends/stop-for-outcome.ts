import { listOpenSubjects, raiseAlarm } from "@/lib/alarms/raise-alarm";
import { withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { leadOf, type Outgoing } from "@/lib/sends/outgoing";
import { insertOutcomeStop } from "@/lib/sends/stops-repo";

/**
 * A transaction did, or may do, something else than the books say: the network's sends stop, for a person to look. Once: when the operator
 * resumes with the alarm open, it is the operator's decision.
 */
export async function stopForOutcome(outgoing: Outgoing, what: string): Promise<void> {
  const { id, networkCode } = outgoing;
  if ((await listOpenSubjects("send-outcome-changed", id)).length > 0) return;
  const send = leadOf(outgoing);
  const message = `${send.purpose} ${send.purposeId} on ${networkCode}: ${what}`;
  log().error({ network: networkCode, outgoingId: id }, message);
  await withTransaction(async (tx) => {
    await raiseAlarm(tx, { kind: "send-outcome-changed", subject: id, message });
    await insertOutcomeStop(tx, { networkCode, reason: message });
  });
}
