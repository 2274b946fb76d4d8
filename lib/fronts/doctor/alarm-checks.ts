import { type OpenAlarms, readOpenAlarms } from "@/lib/fronts/doctor/alarm-repo";
import { type Check, type Finding, good, look, wrong } from "@/lib/fronts/doctor/check";
import { countText } from "@/lib/fronts/doctor/in-words";
import { alarmTitle, harmOf } from "@/lib/kernel/alarms/alarm-words";

const KINDS_SAID_MAX = 4;

const alarms: Check = {
  id: "alarms",
  group: "safety",
  name: "Alarms",
  needsDatabase: true,
  look: async () => [judgeAlarms(await readOpenAlarms())],
};

/** Whether the gateway raised an alarm that nobody has ended yet. Pure. */
export function judgeAlarms(kinds: readonly OpenAlarms[]): Finding {
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
  const isWrong = kinds.some(({ kind }) => harmOf(kind) !== "look");
  return (isWrong ? wrong : look)(alarms, says, mend, { measured: String(count), since: oldest });
}

export const alarmChecks: readonly Check[] = [alarms];
