import type { z } from "zod";
import type { Tx } from "@/lib/db";
import type { Job } from "@/lib/jobs/define-job";
import { addJob } from "@/lib/jobs/repo";

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
  await addJob(tx, {
    name: job.name,
    payload,
    attemptsMax: job.attemptsMax,
    key: options.key ?? null,
    runAt: options.runAt ?? null,
    priority: options.priority ?? 0,
  });
}
