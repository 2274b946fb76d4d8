import { setImmediate } from "node:timers/promises";
import type { MatchDestinations } from "@/lib/chains/driver";
import type { Destination } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import { chunk } from "@/lib/kernel/chunk";

/** Matched per call: a statement of some milliseconds, and as little work without yielding. */
const BATCH = 1_000;

/** No real block has as many payments to us; one that appears to must not exhaust the memory. */
const ENTRIES_MAX = 1_000_000;

/**
 * Filters any number of items to those for our destinations; matching in batches means that the
 * others need not be held until the end.
 */
export type DestinationFilter<Item> = {
  readonly add: (item: Item) => void;
  /** Appends the matched and unmatched entries of another filter. */
  readonly adopt: (entries: readonly Entry<Item>[]) => void;
  /** Matches if a full batch is pending. */
  readonly drain: () => Promise<void>;
  /** Matches everything pending and returns our items in order. @throws CallerFailure */
  readonly finish: () => Promise<readonly Item[]>;
  readonly entries: () => readonly Entry<Item>[];
};

/** Either matched as ours, or not matched yet. */
export type Entry<Item> = { readonly item: Item; readonly isOurs: boolean };

/**
 * `destinationOf` is called once per item, when it is matched; it returns null for items without a
 * destination.
 */
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
