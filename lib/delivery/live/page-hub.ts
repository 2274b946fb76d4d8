import { listenForPages, type PageChannel, type PageChannelEars } from "@/lib/delivery/live/page-channel-repo";
import { createStreamPlaces } from "@/lib/delivery/live/stream-places";
import { env } from "@/lib/kernel/env";
import { streamsOfAddressMax } from "@/lib/kernel/http/address-limits";

export type PageHub = {
  /** Calls `onNews` after each commit that concerns one of `topics`, and whenever one may have been missed. Answers how to stop that. */
  readonly follow: (topics: readonly string[], onNews: () => void) => () => void;
  /** Hears nothing more until somebody follows anew. */
  readonly close: () => Promise<void>;
};

/** One connection to the database for all who follow something, opened with the first of them. */
export function createPageHub(listen: (ears: PageChannelEars) => PageChannel): PageHub {
  const followers = new Map<string, Set<() => void>>();
  let channel: PageChannel | null = null;
  const ears: PageChannelEars = {
    onNews: (topic) => callAll(followers.get(topic) ?? []),
    onListening: () => callAll(new Set([...followers.values()].flatMap((set) => [...set]))),
  };
  return {
    follow: (topics, onNews) => {
      for (const topic of topics) {
        const set = followers.get(topic) ?? new Set();
        followers.set(topic, set.add(onNews));
      }
      channel ??= listen(ears);
      return () => {
        for (const topic of topics) {
          const set = followers.get(topic);
          if (set?.delete(onNews) && set.size === 0) followers.delete(topic);
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

/** Follows topics in this process: ids of invoices and wallets, `network:<code>` for what depends on how far a network was read. */
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

/** For the end of the process: ends every stream, so that browsers come back to another one, and hears of nothing any more. */
export async function closePageStreams(): Promise<void> {
  pagePlaces.close();
  await closePageHub();
}
