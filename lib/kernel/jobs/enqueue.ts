import type { z } from "zod";
import { batched } from "@/lib/kernel/batch";
import { chunk } from "@/lib/kernel/chunk";
import type { Tx } from "@/lib/kernel/db";
import type { JobKind } from "@/lib/kernel/jobs/define-job";
import { TRACE_MEMBER } from "@/lib/kernel/jobs/job-trace";
import { currentTrace } from "@/lib/kernel/work-context";

/** Jobs per statement. */
const AT_ONCE = 5_000;

export type EnqueueOptions = {
  /**
   * Merges with a waiting job of the same key. A running job gives up its key, so that changes made
   * after it began to read are never lost.
   */
  readonly key?: string;
  readonly runAt?: Date;
  /** Lower runs first among due jobs; default 0. */
  readonly priority?: number;
  /**
   * Id of the object that it is about, for logs and traces; default: that of the work under way,
   * else its request.
   */
  readonly about?: string;
};

/**
 * Adds a job in the caller's transaction: it exists exactly if its cause does.
 * @throws z.ZodError when the payload does not match the job
 */
export async function enqueue<Payload extends z.ZodType>(
  tx: Tx,
  job: JobKind<Payload>,
  payload: z.input<Payload>,
  options: EnqueueOptions = {},
): Promise<void> {
  job.payload.parse(payload);
  await addJob(tx, { job, row: toRow(payload, options) });
}

type NewJob = { readonly job: { readonly name: string; readonly attemptsMax: number }; readonly row: JobRow };

const addJob = batched(async (tx, jobs: readonly NewJob[]): Promise<null[]> => {
  for (const job of new Set(jobs.map((added) => added.job))) {
    await addOrdered(
      tx,
      job,
      jobs.filter((added) => added.job === job).map(({ row }) => row),
    );
  }
  return jobs.map(() => null);
});

/**
 * Adds many jobs with few statements, also within a batched call. They are added in the order of
 * their keys, so that two transactions with the same keys rarely deadlock.
 */
export async function enqueueAll<Payload extends z.ZodType>(
  tx: Tx,
  job: JobKind<Payload>,
  requests: readonly (EnqueueOptions & { readonly payload: z.input<Payload> })[],
): Promise<void> {
  for (const { payload } of requests) job.payload.parse(payload);
  const rows = requests.map(({ payload, ...options }) => toRow(payload, options));
  await addOrdered(tx, job, rows);
}

function toRow(payload: unknown, { key, runAt, priority, about }: EnqueueOptions): JobRow {
  const trace = about ?? currentTrace();
  const stored = trace === null ? payload : { ...(payload as object), [TRACE_MEMBER]: trace };
  return { payload: stored, key: key ?? null, runAt: runAt ?? null, priority: priority ?? 0 };
}

/** Of several with one key the last holds, as when they are added one after the other. */
async function addOrdered(tx: Tx, job: NewJob["job"], rows: readonly JobRow[]): Promise<void> {
  const keyed = rows.filter(({ key }) => key !== null);
  const distinct = [...new Map(keyed.map((row) => [row.key, row])).values()];
  const ordered = distinct.sort((a, b) => ((a.key ?? "") < (b.key ?? "") ? -1 : 1));
  for (const part of chunk([...ordered, ...rows.filter(({ key }) => key === null)], AT_ONCE))
    await addJobs(tx, job, part);
}

type JobRow = {
  readonly payload: unknown;
  readonly key: string | null;
  readonly runAt: Date | null;
  readonly priority: number;
};

/**
 * Writes jobs of one kind in the given order with graphile-worker's own function, which also wakes
 * the workers at commit. No two of them have the same key.
 *
 * That function first takes the key from a running job, and then merges with a waiting one. If a
 * worker starts the waiting one in between, it silently does neither, and changes made after that
 * worker began to read would never be processed. So the jobs that were not written are added again,
 * which then finds that job running.
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

/** Returns the keys that were not written. */
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
