import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { database, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { listRealNetworks } from "@/lib/pricing/catalog/networks-repo";

const HOUR_MS = 3_600_000;
const SUBJECT = "database";

/** Returns the time of the state that the newest recorded backup holds; null when there is none. */
export async function findLastBackup(): Promise<Date | null> {
  const newest = await database().backup.findFirst({ orderBy: { takenAt: "desc" }, select: { takenAt: true } });
  return newest?.takenAt ?? null;
}

/**
 * Raises an alarm when real money is at stake and the last good backup is older than
 * BACKUP_AGE_MAX_H, or there is none; clears it with the next one. Runs every minute.
 */
export async function watchBackups(now = new Date()): Promise<void> {
  const [last, real] = await Promise.all([findLastBackup(), listRealNetworks()]);
  const limitMs = env().BACKUP_AGE_MAX_H * HOUR_MS;
  const isOld = real.length > 0 && limitMs > 0 && (last === null || now.getTime() - last.getTime() > limitMs);
  await withTransaction(async (tx) => {
    const alarm = { kind: "backup-old", subject: SUBJECT } as const;
    if (!isOld) return clearAlarm(tx, alarm);
    const state = last === null ? "No backup is recorded." : `The last good backup is of ${last.toISOString()}.`;
    await raiseAlarm(tx, { ...alarm, message: state });
  });
}
