import type { AlarmKind } from "@/lib/kernel/alarms/alarms";
import {
  clearOpenAlarm,
  clearOpenAlarms,
  clearOpenAlarmsAbout,
  countAlarms,
  insertAlarm,
  insertAlarms,
  selectOpenAmong,
  selectOpenSubjects,
  selectSizedAlarms,
} from "@/lib/kernel/alarms/repo";
import type { Tx } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";

/**
 * Raises an alarm in the caller's transaction; one that is already open stays unchanged. `amount`,
 * in the coin of the alarm, is what must be possible before it clears: for an open alarm it only
 * grows, and its message changes with it.
 */
export async function raiseAlarm(
  tx: Tx,
  alarm: { kind: AlarmKind; subject: string; message: string; amount?: Decimal },
): Promise<void> {
  await insertAlarm(tx, alarm);
}

/** Raises many alarms of a kind, without amounts, in one statement. */
export async function raiseAlarms(
  tx: Tx,
  kind: AlarmKind,
  alarms: readonly { readonly subject: string; readonly message: string }[],
): Promise<void> {
  await insertAlarms(tx, kind, alarms);
}

/** Clears an alarm whose cause is gone. */
export async function clearAlarm(tx: Tx, alarm: { kind: AlarmKind; subject: string }): Promise<void> {
  await clearOpenAlarm(tx, alarm);
}

/** Clears many alarms of a kind in one statement. */
export async function clearAlarms(tx: Tx, kind: AlarmKind, subjects: readonly string[]): Promise<void> {
  await clearOpenAlarms(tx, kind, subjects);
}

/** Clears several kinds of alarms about one subject in one statement. */
export async function clearAlarmsAbout(tx: Tx, subject: string, kinds: readonly AlarmKind[]): Promise<void> {
  await clearOpenAlarmsAbout(tx, subject, kinds);
}

/** Returns subject and amount of a kind's open alarms that have an amount, and locks them. */
export async function lockSizedAlarms(
  tx: Tx,
  kind: AlarmKind,
): Promise<readonly { readonly subject: string; readonly amount: Decimal }[]> {
  return selectSizedAlarms(tx, kind);
}

/** Returns subjects with this prefix that have an open alarm of the kind. */
export async function listOpenSubjects(kind: AlarmKind, prefix: string): Promise<string[]> {
  return selectOpenSubjects(kind, prefix);
}

/** Returns which of the subjects have an open alarm of the kind. */
export async function findOpenAmong(
  tx: Tx,
  kind: AlarmKind,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  return selectOpenAmong(tx, kind, subjects);
}

/** Whether it was ever raised, open or cleared: for events that are reported once. */
export async function wasRaised(alarm: { kind: AlarmKind; subject: string }): Promise<boolean> {
  return (await countAlarms(alarm)) > 0;
}
