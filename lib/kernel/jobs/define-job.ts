import type { z } from "zod";

export type JobContext = {
  /** Aborted when the worker stops or the job's time limit passes. */
  readonly signal: AbortSignal;
};

/** What may be enqueued, without knowledge of its implementation. */
export type JobKind<Payload extends z.ZodType = z.ZodType> = {
  /** Kebab-case and stable: rows of queued jobs contain it. */
  readonly name: string;
  readonly payload: Payload;
  /** Attempts before the row stays as a dead job that the operator sees. */
  readonly attemptsMax: number;
};

/** A kind of background work. */
export type Job<Payload extends z.ZodType = z.ZodType> = JobKind<Payload> & {
  /** Safe to run again at any point; throwing means another attempt, returning means done. */
  readonly run: (payload: z.output<Payload>, context: JobContext) => Promise<void>;
};

const DEFAULT_ATTEMPTS_MAX = 25;
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

type JobOptions<Kind> = Omit<Kind, "attemptsMax"> & { readonly attemptsMax?: number };

/**
 * Declares a job that a later layer defines with `defineJob({ ...kind, run })`.
 * @throws Error when the name is not kebab-case
 */
export function declareJob<Payload extends z.ZodType>(kind: JobOptions<JobKind<Payload>>): JobKind<Payload> {
  if (!NAME.test(kind.name)) throw new Error(`Job name ${kind.name} is not kebab-case`);
  const { name, payload, attemptsMax = DEFAULT_ATTEMPTS_MAX } = kind;
  return { name, payload, attemptsMax };
}

/**
 * Defines a job. lib/run/worker/registry.ts lists them all.
 * @throws Error when the name is not kebab-case
 */
export function defineJob<Payload extends z.ZodType>(job: JobOptions<Job<Payload>>): Job<Payload> {
  return { ...declareJob<Payload>(job), run: job.run };
}
