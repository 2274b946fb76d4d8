import { type Check, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { readSumsState, type SumsHolder, type SumsState } from "@/lib/fronts/doctor/database-repo";
import { durationText } from "@/lib/fronts/doctor/format-text";

const WAITING_MS_MAX = 3_600_000;

/**
 * Whether a transaction that does not end keeps postings out of the sums of statements. Statements
 * are exact, but read every posting since. Transactions of all databases of the server count.
 */
export const sumsCheck: Check = {
  id: "statement-sums",
  group: "database",
  name: "Sums of statements",
  needsDatabase: true,
  run: async ({ now }) => [checkSums(await readSumsState(), now)],
};

/** Pure. */
export function checkSums({ waitsSince, holder }: SumsState, now: Date): Finding {
  const since = holder?.since ?? waitsSince;
  if (waitsSince === null || since === null || now.getTime() - since.getTime() <= WAITING_MS_MAX)
    return okFinding(sumsCheck, "No transaction keeps postings out of them.");
  const summary = `Statements become slow: ${holderText(holder)} does not end, so postings since are not summed.`;
  const extras = { measured: durationText(now.getTime() - since.getTime()), since };
  return warningFinding(sumsCheck, summary, remedyFor(holder), extras);
}

function holderText(holder: SumsHolder | null): string {
  if (holder === null) return "a transaction";
  const place = `of database ${holder.database ?? "unknown"}`;
  return holder.gid === null
    ? `the transaction of process ${holder.pid} ${place}`
    : `the prepared transaction '${holder.gid}' ${place}`;
}

function remedyFor(holder: SumsHolder | null): string {
  if (holder === null)
    return "Find it as a superuser: SELECT * FROM pg_stat_activity WHERE backend_xid IS NOT NULL ORDER BY xact_start, then end its session.";
  if (holder.gid === null)
    return `Find out whose it is, then end it: SELECT pg_terminate_backend(${holder.pid}), as a superuser.`;
  return `Find out whose it is, then, as a superuser in that database: ROLLBACK PREPARED '${holder.gid.replaceAll("'", "''")}'.`;
}
