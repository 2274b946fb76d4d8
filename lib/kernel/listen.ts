import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { directDatabaseUrl } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { CONNECT_MS_MAX } from "@/lib/kernel/open-pool";

const PING_MS = 15_000;
const PING_MS_MAX = 5_000;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 5_000;

export type Channel = {
  readonly name: string;
  /** What the connection is for, as PostgreSQL lists it. */
  readonly purpose: string;
  /** Called with the text of each notification. */
  readonly onNotification: (payload: string) => void;
  /** Listening has begun, for the first time or again: what was sent before was not received. */
  readonly onListening?: () => void;
};

/**
 * Receives the notifications of one of the database's channels on a dedicated connection, until
 * `signal` is aborted. A connection that is lost or no longer responds is replaced, at once at
 * first and then at growing intervals. Notifications sent meanwhile are lost, so whoever listens
 * also looks by itself from time to time.
 */
export async function listen(channel: Channel, signal: AbortSignal): Promise<void> {
  let retryMs = RETRY_MS_MIN;
  while (!signal.aborted) {
    const hasListened = await listenOnce(channel, signal);
    if (signal.aborted) return;
    retryMs = hasListened ? RETRY_MS_MIN : Math.min(retryMs * 2, RETRY_MS_MAX);
    await wait(retryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Listens until the connection is lost or the signal fires; returns whether it ever listened. */
async function listenOnce(channel: Channel, signal: AbortSignal): Promise<boolean> {
  const { name, purpose, onNotification, onListening } = channel;
  const client = new pg.Client({
    connectionString: directDatabaseUrl(),
    application_name: `chaintill ${purpose} ${process.pid}`,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    query_timeout: PING_MS_MAX,
    keepAlive: true,
  });
  let hasListened = false;
  try {
    const lost = untilLost(client, signal);
    await client.connect();
    client.on("notification", ({ payload }) => onNotification(payload ?? ""));
    await client.query(`LISTEN ${name}`);
    hasListened = true;
    onListening?.();
    await Promise.race([lost, untilSilent(client, lost)]);
  } catch (error) {
    if (!signal.aborted)
      log().warn({ err: error, channel: name }, "notifications are not received; what is due is polled");
  } finally {
    await client.end().catch(() => undefined);
  }
  return hasListened;
}

function untilLost(client: pg.Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      signal.removeEventListener("abort", finish);
      resolve();
    };
    client.on("error", finish);
    client.on("end", finish);
    signal.addEventListener("abort", finish);
    if (signal.aborted) finish();
  });
}

/**
 * Polls the connection: one that a firewall has dropped would stay silent for ever.
 * @throws the error of the query that got no response
 */
async function untilSilent(client: pg.Client, lost: Promise<void>): Promise<void> {
  let isLost = false;
  const done = lost.then(() => {
    isLost = true;
  });
  while (!isLost) {
    const timer = new AbortController();
    await Promise.race([done, wait(PING_MS, undefined, { signal: timer.signal, ref: false }).catch(() => undefined)]);
    timer.abort();
    if (!isLost) await client.query("SELECT 1");
  }
}
