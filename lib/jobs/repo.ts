import type { Tx } from "@/lib/db";

type JobRow = {
  readonly name: string;
  readonly payload: unknown;
  readonly attemptsMax: number;
  readonly key: string | null;
  readonly runAt: Date | null;
  readonly priority: number;
};

/** Writes the row through graphile-worker's own function, which also wakes the workers at commit. */
export async function addJob(tx: Tx, job: JobRow): Promise<void> {
  const payload = JSON.stringify(job.payload);
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(
      ${job.name}::text, payload => ${payload}::json, max_attempts => ${job.attemptsMax}::int,
      job_key => ${job.key}::text, run_at => ${job.runAt}::timestamptz, priority => ${job.priority}::int)`;
}

/** Many jobs of one kind, in the order given. */
export async function addJobs(
  tx: Tx,
  job: Pick<JobRow, "name" | "attemptsMax">,
  rows: readonly { readonly payload: unknown; readonly key: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const text = JSON.stringify(rows);
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(
      ${job.name}::text, payload => r.payload, max_attempts => ${job.attemptsMax}::int, job_key => r.key)
    FROM jsonb_array_elements(${text}::jsonb) WITH ORDINALITY AS element(value, place),
      LATERAL (SELECT (value->'payload')::json AS payload, value->>'key' AS key) AS r
    ORDER BY place`;
}
