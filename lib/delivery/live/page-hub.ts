import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { createStreamPlaces } from "@/lib/delivery/live/stream-places";
import { env } from "@/lib/kernel/env";
import { streamsOfAddressMax } from "@/lib/kernel/http/address-limits";
import { log } from "@/lib/kernel/log";

/** As the triggers of the tables have it. */
const CHANNEL = "pages";
const CONNECT_MS_MAX = 10_000;
const PING_MS = 15_000;
const PING_MS_MAX = 5_000;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 5_000;

type PageChannel = { readonly close: () => Promise<void> };

export type PageChannelListener = {
  /**
   * The id of an invoice or a wallet, or `network:<code>`: something that its page shows has been
   * committed.
   */
  readonly onNotification: (topic: string) => void;
  /** Listening has begun, at first or again: whatever was committed before was not heard. */
  readonly onListening: () => void;
};

/**
 * Hears what the database tells of pages, on a connection of its own. One that is lost, or answers
 * no more, is made anew, at once at first and then at longer and longer intervals.
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

/** Until the connection is lost or the signal comes; whether it ever listened. */
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
 * A connection that a firewall has forgotten would be silent for ever. @throws what the query
 * throws that got no answer
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
   * have been missed. Answers how to stop that.
   */
  readonly follow: (topics: readonly string[], onNotification: () => void) => () => void;
  /** Hears nothing more until somebody follows again. */
  readonly close: () => Promise<void>;
};

/** One connection to the database for all who follow something, opened with the first of them. */
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

/** Whoever is called may stop following, or begin to. */
function callAll(calls: Iterable<() => void>): void {
  for (const call of [...calls]) call();
}

const hub = createPageHub(listenForPages);

/**
 * Follows topics in this process: ids of invoices and wallets, `network:<code>` for what depends on
 * how far a network was read.
 */
export const followPage: PageHub["follow"] = hub.follow;

/** For the end of the process, and of a test. */
export const closePageHub: PageHub["close"] = hub.close;

/** The same link opened on a few devices, not a way to take all places. */
const LISTENERS_OF_PAGE_MAX = 20;

/** The places for open pages in this process. */
export const pagePlaces = createStreamPlaces(() => ({
  all: env().PAGE_LISTENERS_MAX,
  page: LISTENERS_OF_PAGE_MAX,
  address: streamsOfAddressMax(),
}));

/**
 * For the end of the process: ends every stream, so that browsers come back to another one, and
 * hears of nothing any more.
 */
export async function closePageStreams(): Promise<void> {
  pagePlaces.close();
  await closePageHub();
}
