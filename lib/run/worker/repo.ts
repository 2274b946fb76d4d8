import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { OPEN_INVOICE } from "@/lib/ledger/open-statuses";
import { settleDepositsJob } from "@/lib/money-in/deposits/assign-address-repo";

export type Heartbeat = {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly startedAt: Date;
  readonly roles: readonly string[];
  readonly runningJobs: readonly string[];
};

/** By the database's clock, which all workers share. */
export async function writeHeartbeat({ id, host, pid, startedAt, roles, runningJobs }: Heartbeat): Promise<void> {
  await database().$executeRaw`
    INSERT INTO worker_heartbeats (id, host, pid, started_at, last_seen_at, roles, running_jobs)
    VALUES (${id}::uuid, ${host}, ${pid}::int, ${startedAt}, now(), ${roles}::text[], ${runningJobs}::text[])
    ON CONFLICT (id) DO UPDATE SET last_seen_at = now(), roles = excluded.roles, running_jobs = excluded.running_jobs`;
}

export async function removeHeartbeat(id: string): Promise<void> {
  await database().workerHeartbeat.deleteMany({ where: { id } });
}

export async function deleteHeartbeatsBefore(before: Date): Promise<void> {
  await database().workerHeartbeat.deleteMany({ where: { lastSeenAt: { lt: before } } });
}

/** Returns the scanned height of every network. */
export function listCursorHeights() {
  return database().chainCursor.findMany({ select: { networkCode: true, height: true } });
}

/**
 * Returns networks on which something is expected soon: a payment of an open invoice, confirmations
 * of a deposit, settlement of a sent transaction.
 */
export async function listBusyNetworks(): Promise<ReadonlySet<string>> {
  const rows = await database().$queryRaw<{ code: string }[]>`
    SELECT q.network_code AS code FROM invoices i JOIN quotes q ON q.id = i.current_quote_id
      WHERE i.status IN ${OPEN_INVOICE}
    UNION SELECT network_code FROM deposits WHERE status = 'seen'
    UNION SELECT network_code FROM sends WHERE status IN ('queued', 'sending')`;
  return new Set(rows.map(({ code }) => code));
}

/**
 * Releases jobs that were held for longer than `limitMs` and that no living process has in its
 * heartbeat: their worker was killed. The queue itself would wait four hours. Those whose key
 * another job took meanwhile are deleted: that one does their work, they have no attempts left, and
 * they would stay for ever as jobs that were given up. Returns the number of both.
 */
export async function unlockJobsHeldFor(limitMs: number): Promise<number> {
  const seconds = limitMs / 1_000;
  const isStuck = Prisma.sql`
    j.locked_at < now() - make_interval(secs => ${seconds}::float8)
    AND NOT EXISTS (
      SELECT FROM worker_heartbeats h
      WHERE h.last_seen_at > now() - make_interval(secs => ${seconds}::float8) AND j.id::text = ANY(h.running_jobs))`;
  // A job that is running changes only when its key is taken; starting it is no change.
  const replaced = await database().$executeRaw`
    DELETE FROM graphile_worker._private_jobs j
    WHERE ${isStuck} AND j.key IS NULL AND j.attempts >= j.max_attempts AND j.updated_at > j.locked_at`;
  const released = await database().$executeRaw`
    UPDATE graphile_worker._private_jobs j SET locked_at = NULL, locked_by = NULL, run_at = greatest(run_at, now())
    WHERE ${isStuck}`;
  return replaced + released;
}

/** Returns the derivation index of an address of the gateway; null for any other address. */
export async function findDerivationIndex(family: string, addressKey: string): Promise<number | null> {
  const where = { family_addressKey: { family, addressKey } };
  const row = await database().address.findUnique({ where, select: { derivationIndex: true } });
  return row?.derivationIndex ?? null;
}

/**
 * Returns whether another job has taken the key of this one while it ran: graphile-worker then
 * removes the key from the row, and all its attempts.
 */
export async function hasLostKey(jobId: string): Promise<boolean> {
  const rows = await database().$queryRaw<{ key: string | null }[]>`
    SELECT key FROM graphile_worker.jobs WHERE id = ${jobId}::bigint`;
  return rows[0]?.key === null;
}

/**
 * Wakes the runners of every worker, each of which listens to this channel of graphile-worker, when
 * jobs are due that nobody has taken. Reads the table behind the public view, whose index of
 * available jobs responds at once however many jobs were given up.
 */
export async function notifyDueJobs(): Promise<void> {
  await database().$executeRaw`
    SELECT pg_notify('jobs:insert', json_build_object('count', count(*))::text) FROM graphile_worker._private_jobs
    WHERE is_available AND run_at <= now() HAVING count(*) > 0`;
}

/**
 * Returns how many settlements are due that were never tried, at most `max`. Those that fail are
 * not counted: they are retried for days.
 */
export async function countDueSettlements(max: number): Promise<number> {
  const [row] = await database().$queryRaw<[{ count: bigint }]>`
    SELECT count(*) FROM (
      SELECT FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE t.identifier = ${settleDepositsJob.name} AND j.attempts <= 1 AND j.run_at <= now() LIMIT ${max}) due`;
  return Number(row.count);
}
