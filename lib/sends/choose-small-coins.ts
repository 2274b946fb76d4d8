import type { Coin } from "@/lib/chains/spending";

/** With more free coins than this a network has many, and small ones are made one while nobody waits. */
const CROWD = 100;
/** The largest of them stay as they are: several payouts at once want one each. */
const KEPT = 20;
/** With fewer coins a transaction saves little of what it costs. */
export const JOINED_LEAST = 20;
/** Coins of one payout, at most: fewer than any coin's nodes relay in one transaction without a witness (670). */
const PAYABLE_MAX = 600;

/** What is to be made one while nobody waits, the smallest first; nothing while coins are few. */
export function chooseIdle(largestFirst: readonly Coin[]): readonly Coin[] {
  return largestFirst.length > CROWD ? largestFirst.slice(KEPT).toReversed() : [];
}

/**
 * What is to be made one for a payout that cannot be made of so many small coins, the largest first, so that few of these transactions do:
 * whatever is too small to make up the amount with as many as one payout may spend. Nothing when all coins together do not suffice, or
 * too few of them are small.
 */
export function chooseUrgent(largestFirst: readonly Coin[], needed: bigint): readonly Coin[] {
  if (sumOfFirst(largestFirst, largestFirst.length) < needed) return [];
  const small = largestFirst.filter(({ units }) => units * BigInt(PAYABLE_MAX) < needed);
  return small.length < JOINED_LEAST ? [] : small;
}

/** Whether as many of the largest as one payout may spend make up the amount, fees aside. */
export function isPayable(largestFirst: readonly Pick<Coin, "units">[], needed: bigint): boolean {
  return sumOfFirst(largestFirst, PAYABLE_MAX) >= needed;
}

function sumOfFirst(coins: readonly Pick<Coin, "units">[], count: number): bigint {
  return coins.slice(0, count).reduce((total, { units }) => total + units, 0n);
}
