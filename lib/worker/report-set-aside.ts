import { clearAlarm, listOpenSubjects, raiseAlarm } from "@/lib/alarms/raise-alarm";
import { withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import type { SetAside } from "@/lib/worker/open-networks";

const kind = "network-set-aside";

/** Says in the log, and by an alarm, which networks this worker goes without; ends the alarm of every other one. */
export async function reportSetAside(setAside: readonly SetAside[]): Promise<void> {
  const codes = new Set(setAside.map(({ networkCode }) => networkCode));
  const over = (await listOpenSubjects(kind, "")).filter((subject) => !codes.has(subject));
  await withTransaction(async (tx) => {
    for (const subject of over) await clearAlarm(tx, { kind, subject });
    for (const { networkCode: subject, reason } of setAside) {
      const message = `NODE_URLS_${subject.toUpperCase()} cannot be used: ${reason}`;
      await raiseAlarm(tx, { kind, subject, message });
    }
  });
  for (const { networkCode, reason } of setAside)
    log().error(
      { network: networkCode, reason },
      "the setting of its nodes cannot be used; the worker goes on without it",
    );
}
