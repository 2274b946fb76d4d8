import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";

/** As the triggers of the tables have it. */
const CHANNEL = "pages";
const CONNECT_MS_MAX = 10_000;
const PING_MS = 15_000;
const PING_MS_MAX = 5_000;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 5_000;

export type PageChannel = { readonly close: () => Promise<void> };

export type PageChannelEars = {
  /** The id of an invoice or a wallet, or `network:<code>`: something that its page shows has been committed. */
  readonly onNews: (topic: string) => void;
  /** Listening has begun, at first or again: whatever was committed before was not heard. */
  readonly onListening: () => void;
};

/**
 * Hears what the database tells of pages, on a connection of its own. One that is lost, or answers no more, is made anew, at once at
 * first and then at longer and longer intervals.
 */
export function listenForPages(ears: PageChannelEars): PageChannel {
  const stop = new AbortController();
  const ended = keepListening(ears, stop.signal);
  return {
    close: () => {
      stop.abort();
      return ended;
    },
  };
}

async function keepListening(ears: PageChannelEars, signal: AbortSignal): Promise<void> {
  let retryMs = RETRY_MS_MIN;
  while (!signal.aborted) {
    const hasListened = await listenOnce(ears, signal);
    if (signal.aborted) return;
    retryMs = hasListened ? RETRY_MS_MIN : Math.min(retryMs * 2, RETRY_MS_MAX);
    await wait(retryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Until the connection is lost or the signal comes; whether it ever listened. */
async function listenOnce({ onNews, onListening }: PageChannelEars, signal: AbortSignal): Promise<boolean> {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    application_name: `chaintill pages ${process.pid}`,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    query_timeout: PING_MS_MAX,
    keepAlive: true,
  });
  let hasListened = false;
  try {
    const lost = untilLost(client, signal);
    await client.connect();
    client.on("notification", ({ payload }) => onNews(payload ?? ""));
    await client.query(`LISTEN ${CHANNEL}`);
    hasListened = true;
    onListening();
    await Promise.race([lost, untilSilent(client, lost)]);
  } catch (error) {
    if (!signal.aborted) log().warn({ err: error }, "news of payment pages are not heard of, and looked for instead");
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

/** A connection that a firewall has forgotten would be silent for ever. @throws what the query throws that got no answer */
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
