import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { buildVersion } from "@/lib/kernel/build-version";
import { database, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { compareSchema, schemaProblem } from "@/lib/kernel/schema-check";
import { readApplied } from "@/lib/kernel/schema-repo";
import { ALIVE_S, START_LOCK } from "@/scripts/lib/running-processes.mjs";

const BEAT_MS = 5_000;
/** One that cannot be removed from the list counts as alive for half a minute. */
const LEAVE_MS_MAX = 1_000;

export type ProcessKind = "web" | "worker";

/** This version and the database's schema do not fit. The message says what to do. */
export class SchemaError extends Error {}

/** `end` is called when this version must not run any longer. */
type JoinOptions = { readonly id?: string; readonly beatMs?: number; readonly end?: (reason: string) => void };

function endProcess(reason: string): void {
  log().fatal({ reason }, "this process ends");
  process.exit(1);
}

/**
 * Lists this process as running, if its version can run on the database's schema, and keeps it
 * listed until `leave` is called. Contract migrations wait for the processes of other versions that
 * are listed, and a process starts either before or after one, never during it.
 * @throws SchemaError if this version must not run on this schema
 */
export async function joinInstallation(
  kind: ProcessKind,
  { id = randomUUID(), beatMs = BEAT_MS, end = endProcess }: JoinOptions = {},
): Promise<{ leave: () => Promise<void> }> {
  const self = { id, kind, startedAt: new Date(), end };
  await register(self);
  let beating: Promise<void> | null = null;
  const timer = setInterval(() => {
    beating ??= beat(self).finally(() => {
      beating = null;
    });
  }, beatMs).unref();
  return {
    async leave() {
      clearInterval(timer);
      // A heartbeat that is on its way would list it again.
      const removed = (async () => {
        await beating;
        await database().runningProcess.deleteMany({ where: { id } });
      })();
      await Promise.race([removed.catch(() => undefined), pause(LEAVE_MS_MAX, undefined, { ref: false })]);
    },
  };
}

type Self = {
  readonly id: string;
  readonly kind: ProcessKind;
  readonly startedAt: Date;
  readonly end: (reason: string) => void;
};

/** One that is checked and listed under the lock is seen by the next contract migration. */
async function register({ id, kind, startedAt }: Self): Promise<void> {
  await withTransaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${START_LOCK}::bigint)`;
    const problem = schemaProblem(compareSchema(await readApplied(tx)));
    if (problem !== null) throw new SchemaError(problem);
    await tx.$executeRaw`DELETE FROM running_processes WHERE last_seen_at < now() - interval '1 day'`;
    await tx.$executeRaw`
      INSERT INTO running_processes (id, kind, version, host, pid, started_at, last_seen_at)
      VALUES (${id}::uuid, ${kind}, ${buildVersion}, ${hostname()}, ${process.pid}::int, ${startedAt}, clock_timestamp())
      ON CONFLICT (id) DO UPDATE SET last_seen_at = excluded.last_seen_at`;
  });
}

/**
 * Whoever was silent for so long that it counted as dead registers again: a contract migration may
 * have run meanwhile, and then this process must not write any more.
 */
async function beat(self: Self): Promise<void> {
  try {
    const isListed = await database().$executeRaw`
      UPDATE running_processes SET last_seen_at = now()
      WHERE id = ${self.id}::uuid AND last_seen_at > now() - make_interval(secs => ${ALIVE_S}::float8)`;
    if (isListed === 0) await register(self);
  } catch (error) {
    if (!(error instanceof SchemaError)) return log().warn({ err: error }, "this process could not be listed");
    self.end(error.message);
  }
}
