import type { z } from "zod";
import type { Tx } from "@/lib/db";
import type { Job } from "@/lib/jobs/define-job";
import { addJobs } from "@/lib/jobs/repo";
import { partsOf } from "@/lib/parts-of";

/** Jobs of one statement. */
const AT_ONCE = 5_000;

export type EnqueueOptions = {
  /**
   * Merges with a waiting job of the same key. A job that already runs has given its key up, so that what happened after it
   * began to read is never lost.
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
  job: Job<Payload>,
  payload: z.input<Payload>,
  options: EnqueueOptions = {},
): Promise<void> {
  job.payload.parse(payload);
  const { key = null, runAt = null, priority = 0 } = options;
  await addJobs(tx, job, [{ payload, key, runAt, priority }]);
}

/**
 * The same for many jobs by few statements, each with a key of its own. They are added in the order of their keys, so that two
 * transactions that ask for the same ones seldom wait for each other in a circle.
 */
export async function enqueueAll<Payload extends z.ZodType>(
  tx: Tx,
  job: Job<Payload>,
  requests: readonly { readonly payload: z.input<Payload>; readonly key: string }[],
): Promise<void> {
  for (const { payload } of requests) job.payload.parse(payload);
  const ordered = requests.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const part of partsOf(ordered, AT_ONCE)) {
    await addJobs(tx, job, part);
  }
}
