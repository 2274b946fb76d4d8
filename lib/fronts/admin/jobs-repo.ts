import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";

export type JobKindRow = {
  readonly kind: string;
  readonly waiting: number;
  readonly oldestDueAt: Date | null;
  readonly later: number;
  readonly running: number;
  readonly retrying: number;
  readonly dead: number;
};

/** The queue by kind; those with dead jobs first. */
export function selectJobKinds(): Promise<JobKindRow[]> {
  return database().$queryRaw<JobKindRow[]>`
    SELECT kind, count(*) FILTER (WHERE is_due)::int AS waiting, min(run_at) FILTER (WHERE is_due) AS "oldestDueAt",
      count(*) FILTER (WHERE NOT is_dead AND NOT is_running AND run_at > now())::int AS later,
      count(*) FILTER (WHERE is_running)::int AS running,
      count(*) FILTER (WHERE NOT is_dead AND attempts > 0 AND last_error IS NOT NULL)::int AS retrying,
      count(*) FILTER (WHERE is_dead)::int AS dead
    FROM (
      SELECT task_identifier AS kind, run_at, attempts, last_error, locked_at IS NOT NULL AS is_running,
        attempts >= max_attempts AND locked_at IS NULL AS is_dead,
        attempts < max_attempts AND locked_at IS NULL AND run_at <= now() AS is_due
      FROM graphile_worker.jobs) AS job
    GROUP BY kind ORDER BY dead DESC, waiting DESC, kind`;
}

export type DeadJobRow = {
  readonly id: bigint;
  readonly kind: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly failedAt: Date;
};

/** Jobs that were given up, the newest first. */
export function selectDeadJobs(kind: string | null, before: bigint | null, limit: number): Promise<DeadJobRow[]> {
  const ofKind = kind === null ? Prisma.empty : Prisma.sql`AND task_identifier = ${kind}`;
  const older = before === null ? Prisma.empty : Prisma.sql`AND id < ${before}`;
  return database().$queryRaw<DeadJobRow[]>`
    SELECT id, task_identifier AS kind, attempts::int AS attempts, last_error AS error, updated_at AS "failedAt"
    FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL ${ofKind} ${older}
    ORDER BY id DESC LIMIT ${limit}`;
}

/** Gives dead jobs all of their tries back, from now on: this one, or those of a kind. Answers of which kinds they were. */
export async function reviveJobs(tx: Tx, which: { id: bigint } | { kind: string }, limit: number): Promise<string[]> {
  const wanted = "id" in which ? Prisma.sql`id = ${which.id}` : Prisma.sql`task_identifier = ${which.kind}`;
  const rows = await tx.$queryRaw<{ kind: string }[]>`
    WITH dead AS (
      SELECT id, task_identifier AS kind FROM graphile_worker.jobs
      WHERE ${wanted} AND attempts >= max_attempts AND locked_at IS NULL ORDER BY id LIMIT ${limit}),
    revived AS (
      SELECT r.id FROM graphile_worker.reschedule_jobs((SELECT array_agg(id) FROM dead), run_at => now(), attempts => 0) AS r)
    SELECT d.kind FROM dead d JOIN revived r ON r.id = d.id`;
  return rows.map(({ kind }) => kind);
}
