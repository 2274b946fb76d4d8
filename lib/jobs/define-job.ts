import type { z } from "zod";

export type JobContext = {
  /** Aborted when the worker stops or the job's time is over. */
  readonly signal: AbortSignal;
};

/** A kind of background work. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  /** Kebab-case and stable: rows in flight carry it. */
  readonly name: string;
  readonly payload: Payload;
  /** Tries before the row stays as a dead job that the operator sees. */
  readonly attemptsMax: number;
  /** Safe to run again at any point; throwing means another try, returning means done. */
  readonly run: (payload: z.output<Payload>, context: JobContext) => Promise<void>;
};

const DEFAULT_ATTEMPTS_MAX = 25;
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Defines a job. lib/worker/registry.ts lists them all.
 * @throws Error when the name is not kebab-case
 */
export function defineJob<Payload extends z.ZodType>(
  job: Omit<Job<Payload>, "attemptsMax"> & { readonly attemptsMax?: number },
): Job<Payload> {
  if (!NAME.test(job.name)) throw new Error(`Job name ${job.name} is not kebab-case`);
  return { attemptsMax: DEFAULT_ATTEMPTS_MAX, ...job };
}
