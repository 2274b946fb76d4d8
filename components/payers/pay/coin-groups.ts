import type { PayChoice, PayUnavailable } from "@/lib/fronts/payment-page/pay-view";

/** So many lines are seen without tiring. A coin has one for each of its networks. */
const OPEN_LINES_MAX = 14;
/** Of coins with many networks, at least as many as people know by name. */
const OPEN_COINS_MIN = 3;

/** One coin with its networks, those that can be chosen and those that cannot. */
export type CoinGroup = {
  readonly currency: string;
  readonly choices: readonly PayChoice[];
  readonly closed: readonly PayUnavailable[];
};

export type FoldedCoins = { readonly open: readonly CoinGroup[]; readonly folded: readonly CoinGroup[] };

/** Each coin once, in the order of its choices; coins of which nothing can be chosen come last. */
export function groupByCoin(choices: readonly PayChoice[], closed: readonly PayUnavailable[]): readonly CoinGroup[] {
  const currencies = new Set([...choices, ...closed].map(({ currency }) => currency));
  return [...currencies].map((currency) => ({
    currency,
    choices: choices.filter((choice) => choice.currency === currency),
    closed: closed.filter((entry) => entry.currency === currency),
  }));
}

/**
 * The first coins, which are the most used, and the others. A single one is not folded away: the
 * line in its place saves nothing.
 */
export function foldCoins(coins: readonly CoinGroup[]): FoldedCoins {
  let lines = 0;
  const past = coins.findIndex(({ choices, closed }, index) => {
    lines += choices.length + closed.length;
    return lines > OPEN_LINES_MAX && index >= OPEN_COINS_MIN;
  });
  if (past === -1 || past === coins.length - 1) return { open: coins, folded: [] };
  return { open: coins.slice(0, past), folded: coins.slice(past) };
}
