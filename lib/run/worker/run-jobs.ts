import { hostname } from "node:os";
import { type JobHelpers, Logger, type Runner, run, type TaskList } from "graphile-worker";
import { withTimeLimit } from "@/lib/chains/limits";
import { sessionPool } from "@/lib/kernel/db";
import type { Job } from "@/lib/kernel/jobs/define-job";
import { splitPayload } from "@/lib/kernel/jobs/job-trace";
import { log } from "@/lib/kernel/log";
import { traced } from "@/lib/kernel/tracing/traced";
import type { WorkerRole } from "@/lib/kernel/worker-roles";
import { every, pause } from "@/lib/run/worker/every";
import {
  deleteHeartbeatsBefore,
  hasLostKey,
  notifyDueJobs,
  removeHeartbeat,
  unlockJobsHeldFor,
  writeHeartbeat,
} from "@/lib/run/worker/repo";

/**
 * Webhook calls end after ten seconds, transactions after twenty. A job that takes longer runs a
 * second time, which changes nothing.
 */
const JOB_MS_MAX = 30_000;

/** For so long after its work a job still counts as running: until its row is deleted. */
const COMPLETING_MS = 20_000;

/** Jobs of this process by their id, each with the run that added it. */
const runningJobs = new Map<string, symbol>();

/** Runs a job, listed as running meanwhile. */
async function runListed(id: string, work: () => Promise<void>): Promise<void> {
  const run = Symbol(id);
  runningJobs.set(id, run);
  await work().finally(() => {
    const forget = () => void (runningJobs.get(id) === run && runningJobs.delete(id));
    setTimeout(forget, COMPLETING_MS).unref();
  });
}

/**
 * Takes over the jobs of workers that died while running them: held for long, and run by no process
 * that still sends heartbeats. A job that is taken from one that still runs could be reported done
 * with what was asked for meanwhile.
 */
export async function freeStuckJobs(): Promise<void> {
  const count = await unlockJobsHeldFor(JOB_MS_MAX);
  if (count > 0) log().warn({ jobs: count }, "took over the jobs of workers that died");
}

const FORGET_AFTER_MS = 24 * 60 * 60 * 1000;

const startedAt = new Date();

/** Records that this worker is alive. */
export async function recordHeartbeat(workerId: string, roles: WorkerRole[]): Promise<void> {
  const beat = { host: hostname(), pid: process.pid, startedAt };
  await writeHeartbeat({ id: workerId, roles, runningJobs: [...runningJobs.keys()], ...beat });
}

/** Deletes workers that died a day ago. */
export async function deleteStaleHeartbeats(): Promise<void> {
  await deleteHeartbeatsBefore(new Date(Date.now() - FORGET_AFTER_MS));
}

/** Removes this worker from the list: it stops on purpose. */
export async function stopHeartbeat(workerId: string): Promise<void> {
  await removeHeartbeat(workerId);
}

/** Jobs that become due by time, a retry for example, are found at most this late. */
const DUE_CHECK_MS = 2_000;
/**
 * Every place of a runner polls for itself, 70 of them with the usual settings. They are woken by
 * notifications: of new jobs, and of due ones by {@link wakeForDueJobs}. Only while a runner's
 * listening connection is down does a job wait for this.
 */
const POLL_MS = 600_000;

/** Before each attempt to run the queue again. */
const RESTART_MS = 500;

/** Set for this process by graphile-worker when a newer version of it has changed its tables. */
const OUTDATED_EXIT_CODE = 57;

/** A newer version has changed the queue, so that this one must run no more jobs. */
export class OutdatedQueue extends Error {
  override readonly name = "OutdatedQueue";

  constructor() {
    super("the queue of jobs was changed by a newer version, which must run instead of this worker's");
  }
}

/** Wakes all runners for jobs that have become due. Ends when `signal` is aborted. */
export function wakeForDueJobs(signal: AbortSignal): Promise<void> {
  return every("due jobs", DUE_CHECK_MS, signal, notifyDueJobs);
}

type RunOptions = { readonly limitMs?: number | null; readonly onFault?: (error: OutdatedQueue) => void };

/** Resolves when the runs that had begun have ended. */
export type JobRunner = { readonly stop: () => Promise<void> };

/**
 * Runs jobs from the queue until stopped. Webhooks get a separate runner, and so do jobs that query
 * nodes, so that slow servers never delay the settling of payments. A job that exceeds `limitMs` is
 * aborted by its signal, and retried later. `onFault` is called when no more jobs can be run, so
 * that the worker must end.
 * @throws Error when the database cannot be reached at first; later it is waited for
 */
export async function runJobs(
  jobs: readonly Job[],
  concurrency: number,
  signal: AbortSignal,
  { limitMs = null, onFault = () => undefined }: RunOptions = {},
): Promise<JobRunner> {
  const taskList = toTaskList(jobs, signal, limitMs);
  const start = () =>
    run({
      pgPool: sessionPool(),
      concurrency,
      noHandleSignals: true,
      pollInterval: POLL_MS,
      taskList,
      logger: new Logger(() => forward),
    });
  const stopping = new AbortController();
  const ended = keepRunning(start, await start(), AbortSignal.any([signal, stopping.signal]), onFault);
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

/**
 * Replaces a runner that has lost its connections, as soon as the database answers. By itself it
 * would listen again up to a minute later, and the place of a job whose end could not be stored
 * would stay empty.
 */
async function keepRunning(
  start: () => Promise<Runner>,
  first: Runner,
  signal: AbortSignal,
  onFault: (error: OutdatedQueue) => void,
): Promise<void> {
  const stops: Promise<void>[] = [];
  for (let runner: Runner | null = first; runner !== null; runner = await startAgain(start, signal)) {
    await untilBroken(runner, signal);
    if (!signal.aborted && !isOutdated())
      log().warn("a queue of jobs lost its database connection and is started again");
    // Waits for the jobs that it runs.
    stops.push(runner.stop().catch(() => undefined));
  }
  if (!signal.aborted) onFault(new OutdatedQueue());
  await Promise.all(stops);
}

const isOutdated = () => process.exitCode === OUTDATED_EXIT_CODE;

function untilBroken({ events, promise }: Runner, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      signal.removeEventListener("abort", finish);
      resolve();
    };
    // It ends when its tables were changed by a newer version of the queue, and reports that
    // itself.
    promise.then(finish, finish);
    events.once("worker:fatalError", finish);
    events.once("pool:listen:error", finish);
    signal.addEventListener("abort", finish);
    if (signal.aborted) finish();
  });
}

/** Returns null if the signal fires first, or a newer version has changed the queue. */
async function startAgain(start: () => Promise<Runner>, signal: AbortSignal): Promise<Runner | null> {
  for (;;) {
    await pause(RESTART_MS, signal);
    if (signal.aborted || isOutdated()) return null;
    try {
      return await start();
    } catch (error) {
      if (!isOutdated()) log().warn({ err: error }, "a queue of jobs waits for the database");
    }
  }
}

function toTaskList(jobs: readonly Job[], signal: AbortSignal, limitMs: number | null): TaskList {
  const limit = (run: (signal: AbortSignal) => Promise<void>) =>
    limitMs === null ? run(signal) : withTimeLimit(limitMs, signal, run);
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (stored: unknown, { job: row }: JobHelpers) => {
        const { payload, trace } = splitPayload(stored);
        const work = () => limit((limited) => job.run(job.payload.parse(payload), { signal: limited }));
        const attributes = { "chaintill.job_id": row.id, "chaintill.attempt": row.attempts };
        const step = { name: `job ${job.name}`, about: trace, attributes };
        await runListed(row.id, () => traced(step, () => work().catch((error: unknown) => endReplaced(row, error))));
      },
    ]),
  );
}

/**
 * A job whose key another has taken while it ran is not retried; the other job does its work, so
 * its failure is final. If the error were rethrown, its row would stay for ever as a job that was
 * given up after all its attempts.
 */
async function endReplaced({ id, key, task_identifier: kind }: JobHelpers["job"], error: unknown): Promise<void> {
  if (key === null || !(await hasLostKey(id))) throw error;
  log().warn({ kind, err: error }, "a job failed that another has replaced meanwhile");
}

function forward(level: string, message: string, meta: Readonly<Record<string, unknown>> = {}): void {
  // The places of a runner share transactions, or wait for servers without a connection.
  if (message.includes("maxPoolSize")) return;
  const { trace } = splitPayload((meta["job"] as Partial<JobHelpers["job"]> | undefined)?.payload);
  const members = { queue: true, ...(trace !== null && { trace }) };
  if (level === "error") log().error(members, message);
  else if (level === "warning") log().warn(members, message);
}
