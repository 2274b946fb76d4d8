import { setImmediate } from "node:timers/promises";
import type { MatchDestinations } from "@/lib/chains/driver";
import type { Destination } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import { chunk } from "@/lib/kernel/chunk";

/** Put into one question: a statement of some milliseconds, and as little work in one go. */
const BATCH = 1_000;

/** Nobody pays us as often at once; what makes it look so must not take all memory. */
const ENTRIES_MAX = 1_000_000;

/**
 * Keeps what goes to destinations of ours, of any number of things: what is asked about in batches
 * need not be kept until the end.
 */
export type DestinationFilter<Item> = {
  readonly add: (item: Item) => void;
  /** Takes what another sieve kept or has not asked about, behind what this one has. */
  readonly adopt: (entries: readonly Entry<Item>[]) => void;
  /** Asks when a batch waits. */
  readonly drain: () => Promise<void>;
  /**
   * Asks about all that waits: what is ours, in the order in which it came. @throws CallerFailure
   */
  readonly finish: () => Promise<readonly Item[]>;
  readonly entries: () => readonly Entry<Item>[];
};

/** Asked about and ours, or not asked about yet. */
export type Entry<Item> = { readonly item: Item; readonly isOurs: boolean };

/** `destinationOf`: asked of much once, when it is asked about; null for what goes to nobody. */
export function createDestinationFilter<Item>(
  match: MatchDestinations,
  destinationOf: (item: Item) => Destination | null,
): DestinationFilter<Item> {
  const ours: Item[] = [];
  let pending: Entry<Item>[] = [];
  let waiting = 0;
  const push = (entry: Entry<Item>) => {
    pending.push(entry);
    if (!entry.isOurs) waiting += 1;
    if (ours.length + pending.length > ENTRIES_MAX)
      throw new AnswerTooLargeError(`more than ${ENTRIES_MAX} transfers to us`);
  };
  const ask = async (entries: readonly Entry<Item>[]) => {
    const asked = entries.map((entry) => ({ ...entry, to: entry.isOurs ? null : destinationOf(entry.item) }));
    const distinct = new Map(asked.flatMap(({ to }) => (to === null ? [] : [[to.address, to] as const])));
    const matched = distinct.size === 0 ? new Set() : await match([...distinct.values()]).catch(blameCaller);
    for (const { item, isOurs, to } of asked) if (isOurs || (to !== null && matched.has(to.address))) ours.push(item);
  };
  const askAll = async () => {
    const parts = chunk(pending, BATCH);
    [pending, waiting] = [[], 0];
    for (const part of parts) {
      await ask(part);
      if (parts.length > 1) await setImmediate();
    }
  };
  return {
    add: (item) => push({ item, isOurs: false }),
    adopt: (adopted) => adopted.forEach(push),
    drain: async () => {
      if (waiting >= BATCH) await askAll();
    },
    finish: async () => {
      if (waiting > 0) await askAll();
      return [...ours, ...pending.map(({ item }) => item)];
    },
    entries: () => [...ours.map((item) => ({ item, isOurs: true })), ...pending],
  };
}

function blameCaller(error: unknown): never {
  throw new CallerFailure("the match callback failed", { cause: error });
}
