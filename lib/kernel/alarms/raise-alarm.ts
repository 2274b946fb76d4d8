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
 * Raises an alarm in the caller's transaction; one that is open already stays as it is. `amount` is
 * what has to be possible before it ends, of the coin that it is about: of an open one it only
 * grows, and the message with it.
 */
export async function raiseAlarm(
  tx: Tx,
  alarm: { kind: AlarmKind; subject: string; message: string; amount?: Decimal },
): Promise<void> {
  await insertAlarm(tx, alarm);
}

/** The same for many of a kind, none of which has an amount, in one statement. */
export async function raiseAlarms(
  tx: Tx,
  kind: AlarmKind,
  alarms: readonly { readonly subject: string; readonly message: string }[],
): Promise<void> {
  await insertAlarms(tx, kind, alarms);
}

/** Ends an alarm whose cause is gone. */
export async function clearAlarm(tx: Tx, alarm: { kind: AlarmKind; subject: string }): Promise<void> {
  await clearOpenAlarm(tx, alarm);
}

/** The same for many of a kind, in one statement. */
export async function clearAlarms(tx: Tx, kind: AlarmKind, subjects: readonly string[]): Promise<void> {
  await clearOpenAlarms(tx, kind, subjects);
}

/** The same for several kinds about one subject, in one statement. */
export async function clearAlarmsAbout(tx: Tx, subject: string, kinds: readonly AlarmKind[]): Promise<void> {
  await clearOpenAlarmsAbout(tx, subject, kinds);
}

/** The open alarms of a kind that have an amount, locked: subject and amount. */
export async function lockSizedAlarms(
  tx: Tx,
  kind: AlarmKind,
): Promise<readonly { readonly subject: string; readonly amount: Decimal }[]> {
  return selectSizedAlarms(tx, kind);
}

/** Subjects that begin so, for which an alarm of the kind is open. */
export async function listOpenSubjects(kind: AlarmKind, prefix: string): Promise<string[]> {
  return selectOpenSubjects(kind, prefix);
}

/** Those of the subjects for which an alarm of the kind is open. */
export async function findOpenAmong(
  tx: Tx,
  kind: AlarmKind,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  return selectOpenAmong(tx, kind, subjects);
}

/** Whether it was ever raised, open or ended: for what is to be told once. */
export async function wasRaised(alarm: { kind: AlarmKind; subject: string }): Promise<boolean> {
  return (await countAlarms(alarm)) > 0;
}
