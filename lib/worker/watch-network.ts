import pg from "pg";
import type { ChainDriver } from "@/lib/chains/driver";
import { checkGenesis, readChain } from "@/lib/deposits/read-chain";
import type { ReadNetwork } from "@/lib/deposits/read-network";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { pause } from "@/lib/worker/pause";

/** First of the two numbers of the advisory lock; the second is the network's. Any fixed number that nobody else uses. */
const WATCHER_LOCKS = 7_301;
const RETRY_LOCK_MS = 3_000;
const RETRY_ERROR_MS_MIN = 1_000;
const RETRY_ERROR_MS_MAX = 30_000;

/**
 * Reads one network until the worker stops. One worker at a time does, by an advisory lock on a connection of its own: that saves
 * work, and is not what makes it safe (see readChain).
 */
export async function watchNetwork(
  driver: ChainDriver,
  network: ReadNetwork,
  pollMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const lock = new pg.Client({
      connectionString: env().DATABASE_URL,
      application_name: `chaintill watch ${network.code}`,
    });
    const lost = new AbortController();
    lock.on("error", () => lost.abort());
    try {
      await lock.connect();
      if (await takeLock(lock, network.code))
        await watchUnderLock(driver, network, pollMs, AbortSignal.any([signal, lost.signal]));
    } catch (error) {
      if (!signal.aborted) log().warn({ network: network.code, err: error }, "watcher could not take its lock");
    } finally {
      await lock.end().catch(() => undefined);
    }
    await pause(RETRY_LOCK_MS, signal);
  }
}

async function takeLock(client: pg.Client, network: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken", [
    WATCHER_LOCKS,
    network,
  ]);
  return rows[0]?.taken === true;
}

async function watchUnderLock(
  driver: ChainDriver,
  network: ReadNetwork,
  pollMs: number,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  let isGenesisChecked = false;
  while (!signal.aborted) {
    try {
      if (!isGenesisChecked) await checkGenesis(driver, network, signal);
      isGenesisChecked = true;
      const outcome = await readChain(driver, network, signal);
      failures = 0;
      if (outcome === "idle") await pause(pollMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      log().warn({ network: network.code, failures, err: error }, "reading the network failed");
      await pause(Math.min(RETRY_ERROR_MS_MAX, RETRY_ERROR_MS_MIN * 2 ** Math.min(failures, 5)), signal);
    }
  }
}
