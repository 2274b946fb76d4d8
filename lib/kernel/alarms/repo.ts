import type { Prisma } from "@/lib/generated/prisma/client";
import { batched } from "@/lib/kernel/batch";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

export async function insertAlarm(
  tx: Tx,
  alarm: { kind: string; subject: string; message: string; amount?: Decimal },
): Promise<void> {
  const amount = alarm.amount?.toFixed() ?? null;
  await tx.$executeRaw`
    INSERT INTO alarms (kind, subject, message, amount)
    VALUES (${alarm.kind}, ${alarm.subject}, ${alarm.message}, ${amount}::numeric)
    ON CONFLICT (kind, subject) WHERE cleared_at IS NULL DO NOTHING`;
  if (amount === null) return;
  await tx.$executeRaw`
    UPDATE alarms SET amount = ${amount}::numeric, message = ${alarm.message}
    WHERE kind = ${alarm.kind} AND subject = ${alarm.subject} AND cleared_at IS NULL AND amount < ${amount}::numeric`;
}

export async function insertAlarms(
  tx: Tx,
  kind: string,
  alarms: readonly { readonly subject: string; readonly message: string }[],
): Promise<void> {
  if (alarms.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO alarms (kind, subject, message)
    SELECT ${kind}, * FROM unnest(${alarms.map(({ subject }) => subject)}::text[], ${alarms.map(({ message }) => message)}::text[])
    ON CONFLICT (kind, subject) WHERE cleared_at IS NULL DO NOTHING`;
}

export async function clearOpenAlarm(tx: Tx, alarm: { kind: string; subject: string }): Promise<void> {
  await tx.alarm.updateMany({ where: { ...alarm, clearedAt: null }, data: { clearedAt: new Date() } });
}

export async function clearOpenAlarms(tx: Tx, kind: string, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await tx.$executeRaw`
    UPDATE alarms SET cleared_at = now() WHERE kind = ${kind} AND subject = ANY(${[...subjects]}::text[]) AND cleared_at IS NULL`;
}

export async function clearOpenAlarmsAbout(tx: Tx, subject: string, kinds: readonly string[]): Promise<void> {
  await clearAbout(tx, { subject, kinds });
}

type AlarmsAbout = { readonly subject: string; readonly kinds: readonly string[] };

const clearAbout = batched(async (tx, asked: readonly AlarmsAbout[]): Promise<null[]> => {
  const names = asked.flatMap(({ subject, kinds }) => kinds.map((kind) => ({ subject, kind })));
  await tx.$executeRaw`
    UPDATE alarms SET cleared_at = now()
    WHERE (subject, kind) IN (SELECT * FROM unnest(${names.map(({ subject }) => subject)}::text[], ${names.map(({ kind }) => kind)}::text[]))
      AND cleared_at IS NULL`;
  return asked.map(() => null);
});

/** Uses one query parameter, however many subjects there are. */
export async function selectOpenAmong(tx: Tx, kind: string, subjects: readonly string[]): Promise<ReadonlySet<string>> {
  if (subjects.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ subject: string }[]>`
    SELECT subject FROM alarms WHERE kind = ${kind} AND subject = ANY(${[...subjects]}::text[]) AND cleared_at IS NULL`;
  return new Set(rows.map(({ subject }) => subject));
}

export async function countAlarms(alarm: AlarmName): Promise<number> {
  return database().alarm.count({ where: { kind: alarm.kind, subject: alarm.subject } });
}

export async function selectOpenSubjects(kind: string, prefix: string): Promise<string[]> {
  const where = { kind, clearedAt: null, subject: { startsWith: prefix } };
  const rows = await database().alarm.findMany({ where, select: { subject: true } });
  return rows.map(({ subject }) => subject);
}

/** Locked, so that no amount grows while the caller decides whether to clear the alarm. */
export async function selectSizedAlarms(tx: Tx, kind: string): Promise<{ subject: string; amount: Decimal }[]> {
  const rows = await tx.$queryRaw<{ subject: string; amount: Prisma.Decimal }[]>`
    SELECT subject, amount FROM alarms WHERE kind = ${kind} AND cleared_at IS NULL AND amount IS NOT NULL ORDER BY id FOR UPDATE`;
  return rows.map(({ subject, amount }) => ({ subject, amount: decimal(amount) }));
}

export type AlarmName = { readonly kind: string; readonly subject: string };

/** Returns an open alarm and locks it; null if there is none with this id. */
export async function lockOpenAlarm(tx: Tx, id: string): Promise<AlarmName | null> {
  const [row] = await tx.$queryRaw<AlarmName[]>`
    SELECT kind, subject FROM alarms WHERE id = ${id}::uuid AND cleared_at IS NULL FOR UPDATE`;
  return row ?? null;
}
