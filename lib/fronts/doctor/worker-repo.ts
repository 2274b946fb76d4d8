import { database } from "@/lib/kernel/db";

export function selectBeats(): Promise<{ host: string; pid: number; beatAt: Date }[]> {
  return database().workerHeartbeat.findMany({
    orderBy: { beatAt: "desc" },
    take: 50,
    select: { host: true, pid: true, beatAt: true },
  });
}

export type QueueFacts = {
  readonly dead: number;
  readonly deadKinds: string[];
  readonly lastError: string | null;
  readonly deadSince: Date | null;
  readonly waiting: number;
  /** When the one that has been due for longest was due. */
  readonly oldestDueAt: Date | null;
};

/** The queue as it is now. A dead job has used up its tries. */
export async function readQueueFacts(): Promise<QueueFacts> {
  const [row] = await database().$queryRaw<QueueFacts[]>`
    SELECT count(*) FILTER (WHERE is_dead)::int AS dead,
      coalesce(array_agg(DISTINCT task_identifier) FILTER (WHERE is_dead), '{}') AS "deadKinds",
      (array_agg(last_error ORDER BY updated_at DESC) FILTER (WHERE is_dead))[1] AS "lastError",
      min(updated_at) FILTER (WHERE is_dead) AS "deadSince",
      count(*) FILTER (WHERE is_due)::int AS waiting, min(run_at) FILTER (WHERE is_due) AS "oldestDueAt"
    FROM (
      SELECT *, attempts >= max_attempts AND locked_at IS NULL AS is_dead,
        attempts < max_attempts AND locked_at IS NULL AND run_at <= now() AS is_due
      FROM graphile_worker.jobs) AS job`;
  if (row === undefined) throw new Error("the queue told nothing");
  return row;
}

/** Addresses ready to be given out, by the family of every network that is read. */
export function readPools(): Promise<{ family: string; ready: number }[]> {
  return database().$queryRaw<{ family: string; ready: number }[]>`
    SELECT n.family, (SELECT count(*)::int FROM addresses a WHERE a.family = n.family AND a.taken_at IS NULL) AS ready
    FROM (SELECT DISTINCT family FROM networks WHERE code IN (SELECT network_code FROM chain_cursors)) AS n ORDER BY 1`;
}
