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

/** Deletes the counters of a key and of all keys that begin with it. */
export async function deleteAttemptsOf(tx: Tx, key: string): Promise<void> {
  await tx.attemptCounter.deleteMany({ where: { OR: [{ key }, { key: { startsWith: `${key}:` } }] } });
}

/** Takes one from a counter that is there. */
export async function takeBackAttempt(tx: Tx, key: string, windowAt: Date): Promise<void> {
  await tx.attemptCounter.updateMany({ where: { key, windowAt, count: { gt: 0 } }, data: { count: { decrement: 1 } } });
}

export async function deleteAttemptsBefore(tx: Tx, windowAt: Date): Promise<void> {
  await tx.attemptCounter.deleteMany({ where: { windowAt: { lt: windowAt } } });
}
