import type { PayChoice, PayUnavailable } from "@/lib/fronts/payment-page/pay-view";

/** A comfortable number of lines. A coin has one for each of its networks. */
const OPEN_LINES_MAX = 14;
/** Even if coins have many networks, at least the coins that most people know. */
const OPEN_COINS_MIN = 3;

/** One coin with its available and unavailable networks. */
export type CoinGroup = {
  readonly currency: string;
  readonly choices: readonly PayChoice[];
  readonly closed: readonly PayUnavailable[];
};

export type FoldedCoins = { readonly open: readonly CoinGroup[]; readonly folded: readonly CoinGroup[] };

/** Groups by coin, in the order of the choices; coins without an available network come last. */
export function groupByCoin(choices: readonly PayChoice[], closed: readonly PayUnavailable[]): readonly CoinGroup[] {
  const currencies = new Set([...choices, ...closed].map(({ currency }) => currency));
  return [...currencies].map((currency) => ({
    currency,
    choices: choices.filter((choice) => choice.currency === currency),
    closed: closed.filter((entry) => entry.currency === currency),
  }));
}

/**
 * Splits the coins into the first ones, which are the most used, and the others. A single one is
 * not collapsed: its replacement line would save nothing.
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
