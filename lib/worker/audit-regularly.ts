import { clearAlarm, raiseAlarm } from "@/lib/alarms/raise-alarm";
import { withTransaction } from "@/lib/db";
import { runAudit } from "@/lib/ledger/audit";
import { log } from "@/lib/log";

const SUBJECT = "books";
const SHOWN_MAX = 5;

/** Runs the audit and tells the operator when the books or custody differ; the alarm ends with the next clean run. */
export async function auditRegularly(): Promise<void> {
  const { differences } = await runAudit();
  await withTransaction(async (tx) => {
    if (differences.length === 0) return clearAlarm(tx, { kind: "books-differ", subject: SUBJECT });
    log().error({ differences }, "the audit found differences");
    const message = differences.slice(0, SHOWN_MAX).join("; ");
    await raiseAlarm(tx, { kind: "books-differ", subject: SUBJECT, message });
  });
}
