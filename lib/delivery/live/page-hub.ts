import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { createStreamPlaces } from "@/lib/delivery/live/stream-places";
import { env } from "@/lib/kernel/env";
import { streamsOfAddressMax } from "@/lib/kernel/http/address-limits";
import { log } from "@/lib/kernel/log";

/** The channel name used by the table triggers. */
const CHANNEL = "pages";
const CONNECT_MS_MAX = 10_000;
const PING_MS = 15_000;
const PING_MS_MAX = 5_000;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 5_000;

type PageChannel = { readonly close: () => Promise<void> };

export type PageChannelListener = {
  /**
   * `topic` is the id of an invoice or a wallet, or `network:<code>`: something that its page shows
   * has been committed.
   */
  readonly onNotification: (topic: string) => void;
  /** Listening has begun, for the first time or again: earlier commits were not heard. */
  readonly onListening: () => void;
};

/**
 * Receives the database's page notifications on a dedicated connection. A connection that is lost
 * or no longer responds is replaced, at once at first and then at growing intervals.
 */
function listenForPages(listener: PageChannelListener): PageChannel {
  const stop = new AbortController();
  const ended = keepListening(listener, stop.signal);
  return {
    close: () => {
      stop.abort();
      return ended;
    },
  };
}

async function keepListening(listener: PageChannelListener, signal: AbortSignal): Promise<void> {
  let retryMs = RETRY_MS_MIN;
  while (!signal.aborted) {
    const hasListened = await listenOnce(listener, signal);
    if (signal.aborted) return;
    retryMs = hasListened ? RETRY_MS_MIN : Math.min(retryMs * 2, RETRY_MS_MAX);
    await wait(retryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Listens until the connection is lost or the signal fires; returns whether it ever listened. */
async function listenOnce({ onNotification, onListening }: PageChannelListener, signal: AbortSignal): Promise<boolean> {
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
    client.on("notification", ({ payload }) => onNotification(payload ?? ""));
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

export type PageHub = {
  /**
   * Calls `onNotification` after each commit that concerns one of `topics`, and whenever one may
   * have been missed. Returns a function that stops that.
   */
  readonly follow: (topics: readonly string[], onNotification: () => void) => () => void;
  /** Stops listening until somebody follows again. */
  readonly close: () => Promise<void>;
};

/** Creates a hub: one database connection for all followers, opened with the first of them. */
export function createPageHub(listen: (listener: PageChannelListener) => PageChannel): PageHub {
  const followers = new Map<string, Set<() => void>>();
  let channel: PageChannel | null = null;
  const listener: PageChannelListener = {
    onNotification: (topic) => callAll(followers.get(topic) ?? []),
    onListening: () => callAll(new Set([...followers.values()].flatMap((set) => [...set]))),
  };
  return {
    follow: (topics, onNotification) => {
      for (const topic of topics) {
        const set = followers.get(topic) ?? new Set();
        followers.set(topic, set.add(onNotification));
      }
      channel ??= listen(listener);
      return () => {
        for (const topic of topics) {
          const set = followers.get(topic);
          if (set?.delete(onNotification) && set.size === 0) followers.delete(topic);
        }
      };
    },
    close: async () => {
      const closing = channel;
      channel = null;
      await closing?.close();
    },
  };
}

/** Iterates over a copy: a callback may stop following, or start to. */
function callAll(calls: Iterable<() => void>): void {
  for (const call of [...calls]) call();
}

const hub = createPageHub(listenForPages);

/**
 * Follows topics in this process: ids of invoices and wallets, and `network:<code>` for what
 * depends on how far a network was scanned.
 */
export const followPage: PageHub["follow"] = hub.follow;

/** For process shutdown, and for tests. */
export const closePageHub: PageHub["close"] = hub.close;

/** Enough for the same link opened on a few devices, too few to take all slots. */
const LISTENERS_OF_PAGE_MAX = 20;

/** The slots for open pages in this process. */
export const pagePlaces = createStreamPlaces(() => ({
  all: env().PAGE_LISTENERS_MAX,
  page: LISTENERS_OF_PAGE_MAX,
  address: streamsOfAddressMax(),
}));

/**
 * For process shutdown: ends every stream, so that browsers reconnect to another process, and stops
 * listening.
 */
export async function closePageStreams(): Promise<void> {
  pagePlaces.close();
  await closePageHub();
}
