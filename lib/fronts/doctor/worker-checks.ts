import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { causeText, countText, durationText } from "@/lib/fronts/doctor/format-text";
import { database } from "@/lib/kernel/db";
import { WORKER_ROLES, type WorkerRole } from "@/lib/kernel/worker-roles";

/** A worker sends a heartbeat every five seconds. */
const BEAT_MS_MAX = 30_000;
const WAIT_WARNING_MS = 60_000;
const WAIT_ERROR_MS = 600_000;
const POOL_FEW = 20;

const worker: Check = {
  id: "worker",
  group: "worker",
  name: "Worker",
  needsDatabase: true,
  run: async ({ now }) => {
    const beats = await selectBeats();
    return [checkWorkers(beats, now), ...checkRoles(beats, now)];
  },
};

/**
 * Checks that a worker is running, which reads chains, credits, sends and delivers. `beats`: newest
 * first. Pure.
 */
export function checkWorkers(beats: readonly { readonly lastSeenAt: Date }[], now: Date): Finding {
  const remedy = "Start one: npm run worker. If it exits immediately, its first line names the wrong setting.";
  const [newest] = beats;
  if (newest === undefined)
    return errorFinding(worker, "No worker is running: nothing is monitored, credited or sent.", remedy);
  const alive = aliveAt(beats, now).length;
  const measured = `last heartbeat ${durationText(now.getTime() - newest.lastSeenAt.getTime())} ago`;
  if (alive === 0) {
    const summary = "The worker has stopped: nothing is monitored, credited or sent.";
    return errorFinding(worker, summary, remedy, { measured, since: newest.lastSeenAt });
  }
  return okFinding(worker, alive === 1 ? "1 worker is running." : `${alive} workers are running.`, { measured });
}

/** Those whose last heartbeat is recent. */
function aliveAt<Beat extends { readonly lastSeenAt: Date }>(beats: readonly Beat[], now: Date): Beat[] {
  return beats.filter(({ lastSeenAt }) => now.getTime() - lastSeenAt.getTime() <= BEAT_MS_MAX);
}

/** What does not happen while no worker has the role. */
const CONSEQUENCES: Readonly<Record<WorkerRole, string>> = {
  watch: "payments are not detected",
  settle: "payments are not credited",
  send: "nothing is sent",
  webhooks: "webhooks and mails are not delivered",
};

/**
 * Checks that each role is run by some worker, where any worker is running at all. `beats`: of all
 * processes, dead ones as well. Pure.
 */
export function checkRoles(
  beats: readonly { readonly lastSeenAt: Date; readonly roles: readonly string[] }[],
  now: Date,
): Finding[] {
  const alive = aliveAt(beats, now);
  if (alive.length === 0) return [];
  return WORKER_ROLES.filter((role) => !alive.some(({ roles }) => roles.includes(role))).map((role) => {
    const subject = { id: `worker:${role}`, name: `Worker for ${role}` };
    const remedy = `Start one: npm run worker -- --only ${role}.`;
    return errorFinding(subject, `No worker has the role ${role}: ${CONSEQUENCES[role]}.`, remedy);
  });
}

const jobs: Check = {
  id: "jobs",
  group: "worker",
  name: "Jobs",
  needsDatabase: true,
  run: async ({ now }) => checkQueue(await readQueueFacts(), now),
};

/** Checks that jobs run in time, and that none are dead. Pure. */
export function checkQueue(facts: QueueFacts, now: Date): Finding[] {
  const { dead, deadKinds, deadSince, lastError, waiting, oldestDueAt } = facts;
  const dues = { id: "jobs", name: "Job delays" };
  const ageMs = oldestDueAt === null ? 0 : now.getTime() - oldestDueAt.getTime();
  const extras = {
    measured: waiting === 0 ? "none waiting" : `${waiting} waiting, the oldest for ${durationText(ageMs)}`,
    since: ageMs > WAIT_WARNING_MS ? oldestDueAt : null,
  };
  const late = "Jobs are delayed.";
  const lateRemedy = "Check that a worker is running, and its log; start another, or raise WORKER_CONCURRENCY.";
  const waits =
    ageMs > WAIT_ERROR_MS
      ? errorFinding(dues, late, lateRemedy, extras)
      : ageMs > WAIT_WARNING_MS
        ? warningFinding(dues, late, lateRemedy, extras)
        : okFinding(dues, "Jobs run without delay.", extras);
  const deads = { id: "dead-jobs", name: "Dead jobs" };
  if (dead === 0) return [waits, okFinding(deads, "No dead jobs.")];
  const summary = `${countText(dead, "job", "jobs")} failed after the last attempt: ${deadKinds.join(", ")}.`;
  const cause = lastError === null ? "" : ` Last error: ${causeText(lastError)}.`;
  const remedy = `Fix the cause, then retry on the Jobs page.${cause}`;
  return [waits, errorFinding(deads, summary, remedy, { measured: String(dead), since: deadSince })];
}

const pool: Check = {
  id: "pool",
  group: "worker",
  name: "Available addresses",
  needsDatabase: true,
  run: async () => checkAddressPools(await readPools()),
};

/** Checks that addresses are available for new invoices. Pure. */
export function checkAddressPools(pools: readonly { readonly family: string; readonly ready: number }[]): Finding[] {
  const remedy = "A worker derives them: check that one is running, and its log about the pool.";
  return pools.map(({ family, ready }) => {
    const subject = { id: `pool:${family}`, name: `Available addresses, ${family}` };
    const extras = { measured: String(ready) };
    if (ready === 0) return errorFinding(subject, "None left: new invoices are refused.", remedy, extras);
    if (ready < POOL_FEW) return warningFinding(subject, "Few left.", remedy, extras);
    return okFinding(subject, "Enough for new invoices.", extras);
  });
}

export const workerChecks: readonly Check[] = [worker, jobs, pool];

function selectBeats(): Promise<{ lastSeenAt: Date; roles: string[] }[]> {
  return database().workerHeartbeat.findMany({
    orderBy: { lastSeenAt: "desc" },
    take: 50,
    select: { lastSeenAt: true, roles: true },
  });
}

type QueueFacts = {
  readonly dead: number;
  readonly deadKinds: string[];
  readonly lastError: string | null;
  readonly deadSince: Date | null;
  readonly waiting: number;
  /** Due time of the most overdue job. */
  readonly oldestDueAt: Date | null;
};

/** Reads the current queue. A dead job has no attempts left. */
async function readQueueFacts(): Promise<QueueFacts> {
  const [row] = await database().$queryRaw<QueueFacts[]>`
    SELECT count(*) FILTER (WHERE is_dead)::int AS dead,
      coalesce(array_agg(DISTINCT task_identifier) FILTER (WHERE is_dead), '{}') AS "deadKinds",
      (array_agg(last_error ORDER BY updated_at DESC) FILTER (WHERE is_dead))[1] AS "lastError",
      min(updated_at) FILTER (WHERE is_dead) AS "deadSince",
      count(*) FILTER (WHERE is_due)::int AS waiting, min(run_at) FILTER (WHERE is_due) AS "oldestDueAt"
    FROM (
      SELECT *, attempts >= max_attempts AND locked_at IS NULL AS is_dead,
        attempts < max_attempts AND locked_at IS NULL AND run_at <= now() AS is_due
      FROM graphile_worker.jobs) AS job`;
  if (row === undefined) throw new Error("the queue returned no rows");
  return row;
}

/** Returns the addresses available to be given out, by family of the synced networks. */
function readPools(): Promise<{ family: string; ready: number }[]> {
  return database().$queryRaw<{ family: string; ready: number }[]>`
    SELECT n.family, (SELECT count(*)::int FROM addresses a WHERE a.family = n.family AND a.assigned_at IS NULL) AS ready
    FROM (SELECT DISTINCT family FROM networks WHERE code IN (SELECT network_code FROM chain_cursors)) AS n ORDER BY 1`;
}
