import type { Tx } from "@/lib/db";

/** Adds one to the counter and answers its new value. One statement, so that parallel attempts are all counted. */
export async function incrementAttempts(tx: Tx, key: string, windowAt: Date): Promise<number> {
  const rows = await tx.$queryRaw<{ count: number }[]>`
    insert into attempt_counters as a (key, window_at, count) values (${key}, ${windowAt}, 1)
    on conflict (key, window_at) do update set count = a.count + 1
    returning count`;
  return rows[0]?.count ?? 0;
}

export async function deleteAttempts(tx: Tx, key: string): Promise<void> {
  await tx.attemptCounter.deleteMany({ where: { key } });
}

export async function deleteAttemptsBefore(tx: Tx, windowAt: Date): Promise<void> {
  await tx.attemptCounter.deleteMany({ where: { windowAt: { lt: windowAt } } });
}
