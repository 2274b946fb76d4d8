import { type Check, type Finding, good, look, wrong } from "@/lib/fronts/doctor/check";
import { databaseChecks } from "@/lib/fronts/doctor/database-checks";
import { countText } from "@/lib/fronts/doctor/format-text";
import { messageChecks } from "@/lib/fronts/doctor/message-checks";
import { moneyChecks } from "@/lib/fronts/doctor/money-checks";
import { networkChecks } from "@/lib/fronts/doctor/network-checks";
import { outflowChecks } from "@/lib/fronts/doctor/outflow-checks";
import { priceChecks } from "@/lib/fronts/doctor/price-checks";
import { safetyChecks } from "@/lib/fronts/doctor/safety-checks";
import { workerChecks } from "@/lib/fronts/doctor/worker-checks";
import { alarmTitle, severityOf } from "@/lib/kernel/alarms/alarm-words";
import { database } from "@/lib/kernel/db";

const KINDS_SAID_MAX = 4;

const alarms: Check = {
  id: "alarms",
  group: "safety",
  name: "Alarms",
  needsDatabase: true,
  look: async () => [judgeAlarms(await readOpenAlarms())],
};

/** Whether the gateway raised an alarm that nobody has ended yet. Pure. */
function judgeAlarms(kinds: readonly OpenAlarms[]): Finding {
  if (kinds.length === 0) return good(alarms, "None is open.");
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const named = kinds.slice(0, KINDS_SAID_MAX).map(({ kind, count: many }) => {
    const title = alarmTitle(kind);
    return many === 1 ? title : `${title} (${many} times)`;
  });
  const more = kinds.length > KINDS_SAID_MAX ? "; and others" : "";
  const says = `${countText(count, "alarm is", "alarms are")} open: ${named.join("; ")}${more}.`;
  const mend = "The operator's first page says of each what it means, and where it is mended.";
  const oldest = kinds.map(({ since }) => since).toSorted((left, right) => left.getTime() - right.getTime())[0] ?? null;
  const isWrong = kinds.some(({ kind }) => severityOf(kind) !== "look");
  return (isWrong ? wrong : look)(alarms, says, mend, { measured: String(count), since: oldest });
}

const alarmChecks: readonly Check[] = [alarms];

type OpenAlarms = { readonly kind: string; readonly count: number; readonly since: Date };

/** Alarms that are open, by kind, with the oldest of each. */
function readOpenAlarms(): Promise<OpenAlarms[]> {
  return database().$queryRaw<OpenAlarms[]>`
    SELECT kind, count(*)::int AS count, min(raised_at) AS since FROM alarms WHERE cleared_at IS NULL
    GROUP BY kind ORDER BY count DESC, kind`;
}

/** Everything that the doctor asks, but for the first question: whether the database answers. In the order in which it is told. */
export const ALL_CHECKS: readonly Check[] = [
  ...databaseChecks,
  ...workerChecks,
  ...networkChecks,
  ...priceChecks,
  ...moneyChecks,
  ...messageChecks,
  ...alarmChecks,
  ...safetyChecks,
  ...outflowChecks,
];
