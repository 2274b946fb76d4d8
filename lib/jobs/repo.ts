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

/** Many jobs of one kind, each with a key that no other of them has, in the order given: by one call, which wakes the workers once. */
export async function addJobs(
  tx: Tx,
  job: Pick<JobRow, "name" | "attemptsMax">,
  rows: readonly { readonly payload: unknown; readonly key: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const text = JSON.stringify(rows);
  await tx.$executeRaw`
    SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
      SELECT ROW(${job.name}::text, value->'payload', NULL, NULL, ${job.attemptsMax}::smallint, value->>'key', NULL, NULL)::graphile_worker.job_spec
      FROM jsonb_array_elements(${text}::jsonb) WITH ORDINALITY AS element(value, place) ORDER BY place))`;
}
