import { type Check, type Finding, okFinding } from "@/lib/fronts/doctor/check";
import { databaseChecks } from "@/lib/fronts/doctor/database-checks";
import { messageChecks } from "@/lib/fronts/doctor/message-checks";
import { moneyChecks } from "@/lib/fronts/doctor/money-checks";
import { networkChecks } from "@/lib/fronts/doctor/network-checks";
import { outflowChecks } from "@/lib/fronts/doctor/outflow-checks";
import { priceChecks } from "@/lib/fronts/doctor/price-checks";
import { safetyChecks } from "@/lib/fronts/doctor/safety-checks";
import { workerChecks } from "@/lib/fronts/doctor/worker-checks";
import { alarmOf } from "@/lib/kernel/alarms/alarms";
import { database } from "@/lib/kernel/db";

const alarms: Check = {
  id: "alarms",
  group: "safety",
  name: "Alarms",
  needsDatabase: true,
  run: async () => checkAlarms(await readOpenAlarms()),
};

/** Returns one finding per kind of open alarm, most frequent first. Pure. */
function checkAlarms(kinds: readonly OpenAlarms[]): Finding[] {
  if (kinds.length === 0) return [okFinding(alarms, "No open alarms.")];
  return kinds.map(({ kind, count, newest, since }) => {
    const { title, severity, remedy } = alarmOf(kind);
    const measured = count === 1 ? null : `newest of ${count} alarms`;
    return { id: `alarm:${kind}`, name: title, state: severity, summary: newest, remedy, measured, since };
  });
}

type OpenAlarms = { readonly kind: string; readonly count: number; readonly newest: string; readonly since: Date };

/** Returns open alarms by kind, with the newest message and the time of the first. */
function readOpenAlarms(): Promise<OpenAlarms[]> {
  return database().$queryRaw<OpenAlarms[]>`
    SELECT kind, count(*)::int AS count, min(raised_at) AS since,
      (array_agg(message ORDER BY raised_at DESC))[1] AS newest FROM alarms WHERE cleared_at IS NULL
    GROUP BY kind ORDER BY count DESC, kind`;
}

/** All checks but the first, whether the database responds, in reporting order. */
export const ALL_CHECKS: readonly Check[] = [
  ...databaseChecks,
  ...workerChecks,
  ...networkChecks,
  ...priceChecks,
  ...moneyChecks,
  ...messageChecks,
  alarms,
  ...safetyChecks,
  ...outflowChecks,
];
