import type { Coin, CoinCosts, Joining } from "@/lib/chains/spending";

/**
 * With more free coins than this a network has many, and small ones are made one while nobody
 * waits.
 */
const CROWD = 100;
/** The largest of them stay as they are: several payouts at once want one each. */
const KEPT = 20;
/**
 * While nobody waits, one transaction takes at most this part of what may be spent: payouts of the
 * next hours want the rest.
 */
const IDLE_PART = 10n;
/** With fewer coins a transaction saves little of what it costs. */
export const JOINED_LEAST = 20;
/**
 * Coins of one payout, at most: fewer than any coin's nodes relay in one transaction without a
 * witness (670).
 */
const PAYABLE_MAX = 600;

/** What is to be made one while nobody waits, the smallest first; nothing while coins are few. */
export function chooseIdle(largestFirst: readonly Coin[]): readonly Coin[] {
  if (largestFirst.length <= CROWD) return [];
  const most = sum(largestFirst.map(({ units }) => units)) / IDLE_PART;
  const chosen: Coin[] = [];
  let taken = 0n;
  for (const coin of largestFirst.slice(KEPT).toReversed()) {
    taken += coin.units;
    if (taken > most) break;
    chosen.push(coin);
  }
  return chosen;
}

/** What waits for coins: its amount, and what a payment costs at its priority. */
export type Shortage = { readonly amount: bigint; readonly costs: CoinCosts };

/**
 * The transactions that make a payout possible that cannot be made of so many small coins: what is
 * too small to make it up with as many as one payout may spend becomes one, the largest first, so
 * that few transactions do. All of them together, or none: nothing when even so, after all fees, it
 * could not be paid.
 * @param join how the first of these become one; null when that is not worth it
 */
export async function planUrgent(
  largestFirst: readonly Coin[],
  shortage: Shortage,
  join: (coins: readonly Coin[]) => Promise<Joining | null>,
): Promise<readonly Joining[]> {
  let all: readonly Pick<Coin, "units">[] = largestFirst;
  let small = chooseUrgent(largestFirst, shortage);
  const plan: Joining[] = [];
  while (small.length >= JOINED_LEAST) {
    const joining = await join(small);
    if (joining === null || joining.coins.length < JOINED_LEAST) return [];
    plan.push(joining);
    const taken = new Set<unknown>(joining.coins);
    small = small.filter((coin) => !taken.has(coin));
    all = [...all.filter((coin) => !taken.has(coin)), joining].toSorted((left, right) =>
      left.units > right.units ? -1 : 1,
    );
    if (isPayable(all, shortage)) return plan;
  }
  return [];
}

/** The small ones; nothing when all coins together do not suffice, or too few of them are small. */
export function chooseUrgent(largestFirst: readonly Coin[], shortage: Shortage): readonly Coin[] {
  if (sum(netOf(largestFirst, shortage)) < neededOf(shortage)) return [];
  const isSmall = ({ units }: Coin) => (units - shortage.costs.inputUnits) * BigInt(PAYABLE_MAX) < neededOf(shortage);
  const small = largestFirst.filter(isSmall);
  return small.length < JOINED_LEAST ? [] : small;
}

/** Whether as many of the largest as one payout may spend make up the amount and its fee. */
export function isPayable(largestFirst: readonly Pick<Coin, "units">[], shortage: Shortage): boolean {
  return sum(netOf(largestFirst.slice(0, PAYABLE_MAX), shortage)) >= neededOf(shortage);
}

function neededOf({ amount, costs }: Shortage): bigint {
  return amount + costs.restUnits;
}

/** What each of them brings to a payment; one that costs more than it holds is left out of it. */
function netOf(coins: readonly Pick<Coin, "units">[], { costs }: Shortage): readonly bigint[] {
  return coins.map(({ units }) => units - costs.inputUnits).filter((net) => net > 0n);
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, units) => total + units, 0n);
}
