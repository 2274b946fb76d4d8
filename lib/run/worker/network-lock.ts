import pg from "pg";
import { createGate } from "@/lib/chains/limits";
import { directDatabaseUrl } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { CONNECT_MS_MAX } from "@/lib/kernel/open-pool";
import { isPlayInstallation, pause } from "@/lib/run/worker/every";

/**
 * First of the two numbers of an advisory lock; the second is the hash of its name. Any fixed
 * number that nothing else uses.
 */
const WORKER_LOCKS = 7_301;
const RETRY_MS = 3_000;
/** A sandbox has few workers, and tests kill one after the other. */
const RETRY_MS_SANDBOX = 500;
/**
 * Without it a connection silently dropped by a router would keep locks that nobody else can take.
 */
const KEEP_ALIVE_MS = 10_000;

/** The locks that this process holds or waits for on one connection. */
type Session = {
  /** The driver takes one statement at a time, and locks are released whenever a task ends. */
  readonly query: Query;
  readonly lost: AbortController;
  /** Requested locks, with the callback for when they are acquired; null once held. */
  readonly names: Map<string, (() => void) | null>;
  readonly ended: Promise<void>;
};

type Query = <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => Promise<pg.QueryResult<Row>>;

let current: Session | undefined;

/**
 * Runs `work` in one worker at a time, under an advisory lock, until `signal`. All locks of a
 * process use one dedicated connection, and one statement tries all that it waits for: a standby
 * worker costs one statement per check, and one that holds every lock none. (A statement that
 * blocks on a lock would be cheaper still, but would keep VACUUM from removing rows deleted since
 * it began.) When a worker dies the database frees its locks and another one starts; when the
 * connection is lost, `work`'s signal fires. The lock saves work and is never what makes the work
 * safe.
 */
export async function holdLock(
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const session = joinSession();
    // Within one session the database would grant the same lock twice.
    if (!session.names.has(name)) {
      try {
        if (await obtain(session, name, signal)) await work(AbortSignal.any([signal, session.lost.signal]));
      } catch (error) {
        if (!signal.aborted) log().warn({ lock: name, err: error }, "the work under a lock ended");
      } finally {
        await release(session, name, signal);
      }
    }
    await pause(retryMs(), signal);
  }
}

/** Returns the session of this process; opens one if there is none, or its connection was lost. */
function joinSession(): Session {
  if (current !== undefined && !current.lost.signal.aborted) return current;
  const client = new pg.Client({
    connectionString: directDatabaseUrl(),
    application_name: `chaintill locks ${process.pid}`,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  const lost = new AbortController();
  client.on("error", () => lost.abort());
  client.on("end", () => lost.abort());
  const names: Session["names"] = new Map();
  const oneAtATime = createGate(1);
  const never = new AbortController().signal;
  const query: Query = (text, values) => oneAtATime(() => client.query(text, [...values]), never);
  current = { query, lost, names, ended: run(client, query, lost, names) };
  return current;
}

/** Tries the pending locks repeatedly, until nobody waits or the connection is lost. */
async function run(client: pg.Client, query: Query, lost: AbortController, names: Session["names"]): Promise<void> {
  try {
    await client.connect();
    await refuseStandby(query);
    do {
      const wanted = [...names].flatMap(([name, begin]) => (begin === null ? [] : [name]));
      for (const name of await tryLocks(query, wanted)) {
        const begin = names.get(name);
        // Nobody waits for it any more.
        if (begin === undefined) await unlock(query, name);
        else names.set(name, null);
        begin?.();
      }
      await pause(retryMs(), lost.signal);
    } while (names.size > 0 && !lost.signal.aborted);
  } catch (error) {
    log().warn({ err: error }, "the connection that holds this worker's locks ended");
  } finally {
    lost.abort();
    await client.end().catch(() => undefined);
  }
}

/**
 * A standby grants locks too, which other workers do not see.
 * @throws Error when the server is one
 */
async function refuseStandby(query: Query): Promise<void> {
  const { rows } = await query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"', []);
  if (rows[0]?.isStandby !== false) throw new Error("the server is a standby");
}

/** Resolves to whether the lock is held; false if the signal fires first. */
function obtain({ names, lost }: Session, name: string, signal: AbortSignal): Promise<boolean> {
  const over = AbortSignal.any([signal, lost.signal]);
  return new Promise((resolve) => {
    names.set(name, () => resolve(true));
    over.addEventListener("abort", () => resolve(false), { once: true });
    if (over.aborted) resolve(false);
  });
}

async function release({ query, lost, names, ended }: Session, name: string, signal: AbortSignal): Promise<void> {
  const wasHeld = names.get(name) === null;
  names.delete(name);
  if (wasHeld && !lost.signal.aborted) await unlock(query, name).catch(() => lost.abort());
  if (!signal.aborted || names.size > 0) return;
  lost.abort();
  await ended;
}

/** Returns the locks that nobody else held: they are held from now on. */
async function tryLocks(query: Query, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const { rows } = await query<{ name: string; taken: boolean }>(
    "SELECT name, pg_try_advisory_lock($1, hashtext(name)) AS taken FROM unnest($2::text[]) AS name",
    [WORKER_LOCKS, names],
  );
  return rows.flatMap(({ name, taken }) => (taken ? [name] : []));
}

async function unlock(query: Query, name: string): Promise<void> {
  await query("SELECT pg_advisory_unlock($1, hashtext($2))", [WORKER_LOCKS, name]);
}

function retryMs(): number {
  return isPlayInstallation() ? RETRY_MS_SANDBOX : RETRY_MS;
}
