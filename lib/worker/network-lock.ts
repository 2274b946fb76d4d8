import pg from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { pause } from "@/lib/worker/pause";

/** First of the two numbers of the advisory lock; the second is its name's hash. Any fixed number that nobody else uses. */
const WORKER_LOCKS = 7_301;
const RETRY_MS = 3_000;
/** Of play money's workers there are few, and tests kill one after the other. */
const RETRY_MS_SANDBOX = 500;
/** Without it a connection that a router dropped silently would keep a lock that nobody else can take. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Runs `work` in one worker at a time, by an advisory lock on a connection of its own, until `signal`. When a worker dies the database
 * frees the lock and another one begins; when the connection is lost, `work`'s signal fires. The lock saves work and is
 * never what makes the work safe.
 */
export async function holdLock(
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const lock = new pg.Client({
      connectionString: env().DATABASE_URL,
      application_name: `chaintill ${name} ${process.pid}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    const lost = new AbortController();
    lock.on("error", () => lost.abort());
    lock.on("end", () => lost.abort());
    const either = AbortSignal.any([signal, lost.signal]);
    try {
      await lock.connect();
      if (await waitForLock(lock, name, either)) await work(either);
    } catch (error) {
      if (!signal.aborted) log().warn({ lock: name, err: error }, "the work under a lock ended");
    } finally {
      await lock.end().catch(() => undefined);
    }
    await pause(retryMs(), signal);
  }
}

/** Asks again and again on the one connection; false when it is over before that. */
async function waitForLock(client: pg.Client, name: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken", [
      WORKER_LOCKS,
      name,
    ]);
    if (rows[0]?.taken === true) return true;
    await pause(retryMs(), signal);
  }
  return false;
}

function retryMs(): number {
  return env().SANDBOX ? RETRY_MS_SANDBOX : RETRY_MS;
}
