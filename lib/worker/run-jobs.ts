import { Logger, type Runner, run, type TaskList } from "graphile-worker";
import { connectionPool } from "@/lib/db";
import { env } from "@/lib/env";
import type { Job } from "@/lib/jobs/define-job";
import { log } from "@/lib/log";

/** A missed notification costs at most this. */
const POLL_MS = 1_000;

/**
 * Runs jobs from the queue until it is stopped. Webhooks get a runner of their own, so that shops' slow servers never hold up
 * the settling of payments.
 */
export function runJobs(jobs: readonly Job[], concurrency: number, signal: AbortSignal): Promise<Runner> {
  return run({
    pgPool: connectionPool(),
    concurrency,
    noHandleSignals: true,
    pollInterval: POLL_MS,
    taskList: toTaskList(jobs, signal),
    logger: new Logger(() => forward),
  });
}

export function webhookConcurrency(): number {
  return env().WORKER_CONCURRENCY * 2;
}

function toTaskList(jobs: readonly Job[], signal: AbortSignal): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [job.name, async (payload: unknown) => job.run(job.payload.parse(payload), { signal })]),
  );
}

function forward(level: string, message: string): void {
  if (level === "error") log().error({ queue: true }, message);
  else if (level === "warning") log().warn({ queue: true }, message);
}
