import type { z } from "zod";
import { chunk } from "@/lib/kernel/chunk";
import type { Tx } from "@/lib/kernel/db";
import type { JobKind } from "@/lib/kernel/jobs/define-job";

/** Jobs of one statement. */
const AT_ONCE = 5_000;

export type EnqueueOptions = {
  /**
   * Merges with a waiting job of the same key. A job that already runs has given its key up, so
   * that what happened after it began to read is never lost.
   */
  readonly key?: string;
  readonly runAt?: Date;
  /** Smaller goes first among the jobs that are due; 0 unless said. */
  readonly priority?: number;
};

/**
 * Adds a job in the caller's transaction: it exists exactly when its cause does.
 * @throws z.ZodError when the payload does not fit the job
 */
export async function enqueue<Payload extends z.ZodType>(
  tx: Tx,
  job: JobKind<Payload>,
  payload: z.input<Payload>,
  options: EnqueueOptions = {},
): Promise<void> {
  job.payload.parse(payload);
  const { key = null, runAt = null, priority = 0 } = options;
  await addJobs(tx, job, [{ payload, key, runAt, priority }]);
}

/**
 * The same for many jobs by few statements, each with a key of its own. They are added in the order
 * of their keys, so that two transactions that ask for the same ones seldom wait for each other in
 * a circle.
 */
export async function enqueueAll<Payload extends z.ZodType>(
  tx: Tx,
  job: JobKind<Payload>,
  requests: readonly { readonly payload: z.input<Payload>; readonly key: string }[],
): Promise<void> {
  for (const { payload } of requests) job.payload.parse(payload);
  const ordered = requests.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const part of chunk(ordered, AT_ONCE)) {
    await addJobs(tx, job, part);
  }
}

type JobRow = {
  readonly payload: unknown;
  readonly key: string | null;
  readonly runAt?: Date | null;
  readonly priority?: number;
};

/**
 * Writes jobs of one kind in the order given through graphile-worker's own function, which also
 * wakes the workers at commit. No two of them have the same key.
 *
 * That function first takes the key from a job that runs, and then merges with one that waits. A
 * worker that takes the waiting one in between makes it do neither, without a word: what happened
 * after that worker began to read would wait for ever. So what was not written is asked for again,
 * which finds that job running.
 */
async function addJobs(
  tx: Tx,
  job: { readonly name: string; readonly attemptsMax: number },
  rows: readonly JobRow[],
): Promise<void> {
  let left = rows;
  while (left.length > 0) {
    const lost = new Set(await addOnce(tx, job, left));
    left = left.filter(({ key }) => key !== null && lost.has(key));
  }
}

/** Answers the keys of those that were not written. */
async function addOnce(
  tx: Tx,
  { name, attemptsMax }: { readonly name: string; readonly attemptsMax: number },
  rows: readonly JobRow[],
): Promise<string[]> {
  const text = JSON.stringify(rows);
  const lost = await tx.$queryRaw<{ key: string }[]>`
    WITH asked AS (
      SELECT value->>'key' AS key, place,
        ROW(${name}::text, value->'payload', NULL, (value->>'runAt')::timestamptz, ${attemptsMax}::smallint,
          value->>'key', (value->>'priority')::smallint, NULL)::graphile_worker.job_spec AS spec
      FROM json_array_elements(${text}::json) WITH ORDINALITY AS element(value, place))
    SELECT key FROM asked
    EXCEPT SELECT key FROM graphile_worker.add_jobs(ARRAY(SELECT spec FROM asked ORDER BY place))`;
  return lost.map(({ key }) => key);
}
