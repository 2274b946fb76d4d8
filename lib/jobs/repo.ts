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
