import { createStreamPlaces } from "@/lib/delivery/live/stream-places";
import { env } from "@/lib/kernel/env";
import { streamsOfAddressMax } from "@/lib/kernel/http/address-limits";
import { listen } from "@/lib/kernel/listen";

/** The channel name used by the table triggers. */
const CHANNEL = "pages";

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

function listenForPages(listener: PageChannelListener): PageChannel {
  const stop = new AbortController();
  const ended = listen({ name: CHANNEL, purpose: "pages", ...listener }, stop.signal);
  return {
    close: () => {
      stop.abort();
      return ended;
    },
  };
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
export function createPageHub(openChannel: (listener: PageChannelListener) => PageChannel): PageHub {
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
      channel ??= openChannel(listener);
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
