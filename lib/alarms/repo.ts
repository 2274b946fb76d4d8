import { database, type Tx } from "@/lib/db";

export async function insertAlarm(tx: Tx, alarm: { kind: string; subject: string; message: string }): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO alarms (kind, subject, message) VALUES (${alarm.kind}, ${alarm.subject}, ${alarm.message})
    ON CONFLICT (kind, subject) WHERE cleared_at IS NULL DO NOTHING`;
}

export async function clearOpenAlarm(tx: Tx, alarm: { kind: string; subject: string }): Promise<void> {
  await tx.alarm.updateMany({ where: { ...alarm, clearedAt: null }, data: { clearedAt: new Date() } });
}

export async function selectOpenSubjects(kind: string, prefix: string): Promise<string[]> {
  const where = { kind, clearedAt: null, subject: { startsWith: prefix } };
  const rows = await database().alarm.findMany({ where, select: { subject: true } });
  return rows.map(({ subject }) => subject);
}
