import { recordAudit } from "@/lib/fronts/doctor/probe-outside";
import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { auditBooksRegularly } from "@/lib/ledger/audit-books";
import { auditCustody } from "@/lib/ledger/audit-custody";
import { watchSampled } from "@/lib/money-in/deposits/sample-balances";

const SHOWN_MAX = 5;

/**
 * Runs the audit and notifies the operator if the books or custody differ, each separately and the
 * books before any node is queried. An alarm ends with the next clean run; that of custody only if
 * every configured node has responded. A node that did not respond, or a failed audit, raises an
 * alarm too. Assigned addresses that hold more than is known are checked next, which books the
 * surplus or reports it.
 */
export async function auditRegularly(signal?: AbortSignal): Promise<void> {
  try {
    const books = await auditBooksRegularly(signal);
    await reportDifferences("books", books);
    const { differences, unanswered } = await auditCustody();
    if (differences.length > 0 || unanswered.length === 0) await reportDifferences("custody", differences);
    await updateAlarm("audit-incomplete", "custody", unanswered);
    const unsampled = (await watchSampled()).flatMap(({ network, failure }) => {
      return failure === null ? [] : [`addresses given out on ${network}: ${failure}`];
    });
    await updateAlarm("audit-incomplete", "sample", unsampled);
    await updateAlarm("audit-incomplete", "audit", []);
    await recordAudit({ differences: [...books, ...differences], incomplete: [...unanswered, ...unsampled] });
  } catch (error) {
    signal?.throwIfAborted();
    const cause = error instanceof Error ? error.message : String(error);
    await updateAlarm("audit-incomplete", "audit", [cause]);
    await recordAudit({ differences: [], incomplete: [cause] });
    throw error;
  }
}

async function reportDifferences(subject: "books" | "custody", differences: readonly string[]): Promise<void> {
  if (differences.length > 0) log().error({ subject, differences }, "the audit found differences");
  await updateAlarm("books-differ", subject, differences);
}

/** Raises the alarm, or ends it if there is nothing to report. */
async function updateAlarm(
  kind: "books-differ" | "audit-incomplete",
  subject: string,
  lines: readonly string[],
): Promise<void> {
  const alarm = { kind, subject };
  await withTransaction((tx) =>
    lines.length === 0
      ? clearAlarm(tx, alarm)
      : raiseAlarm(tx, { ...alarm, message: lines.slice(0, SHOWN_MAX).join("; ") }),
  );
}
