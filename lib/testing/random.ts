import { readTestSeed } from "@/scripts/lib/test-seed.mjs";

export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number;
  /** An integer from `from` to `to`, both included. */
  readonly whole: (from: number, to: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
};

/** The same seed gives the same numbers (mulberry32). */
function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[whole(0, items.length - 1)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  return { next, whole, pick };
}

/**
 * Returns the random choices of one test in this run: the same for the same TEST_SEED and `name`.
 */
export function testRandom(name: string): Random {
  // FNV-1a, so that the tests of one run do not all draw the same numbers.
  const salt = [...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
  return createRandom(readTestSeed() ^ salt);
}
