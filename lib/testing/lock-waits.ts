import { connectionPool } from "@/lib/kernel/db";

const LOCK_WAITS = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/**
 * Counts the connections of this test's database that wait for a lock.
 *
 * Asks on a connection of its own: inside a transaction PostgreSQL repeats its first answer, so a
 * transaction that began to ask before the others waited would never see them.
 */
export async function countLockWaits(): Promise<number> {
  const { rows } = await connectionPool().query(LOCK_WAITS);
  return rows.length;
}
