import type { Coin, CoinCosts, Joining } from "@/lib/chains/spending";

/** With more free UTXOs than this, small ones are consolidated while no send waits. */
const CROWD = 100;
/** The largest are kept, because concurrent payouts need one each. */
const KEPT = 20;
/**
 * While no send waits, one transaction uses at most this fraction of the spendable funds, to leave
 * the rest to the payouts of the next hours.
 */
const IDLE_PART = 10n;
/** With fewer UTXOs a consolidation saves little compared with its cost. */
export const JOINED_LEAST = 20;
/**
 * Maximum inputs of one payout: fewer than any UTXO network's nodes relay in one transaction
 * without a witness (670).
 */
const PAYABLE_MAX = 600;

/**
 * Returns what to consolidate while no send waits, the smallest first; nothing while there are few
 * UTXOs.
 */
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

/** A payout that lacks usable UTXOs: its amount, and the cost of a payment at its priority. */
export type Shortage = { readonly amount: bigint; readonly costs: CoinCosts };

/**
 * Plans the consolidations that make a payout possible that would need too many small UTXOs: those
 * too small to make up the amount within the input limit are consolidated, largest first, to need
 * few transactions. Returns all of them together or none: none when the payout would still be
 * impossible after all fees.
 * @param join consolidates the first of the given UTXOs; null when it is not worthwhile
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

/**
 * Returns the small UTXOs; nothing when all together are insufficient, or too few of them are
 * small.
 */
export function chooseUrgent(largestFirst: readonly Coin[], shortage: Shortage): readonly Coin[] {
  if (sum(netOf(largestFirst, shortage)) < neededOf(shortage)) return [];
  const isSmall = ({ units }: Coin) => (units - shortage.costs.inputUnits) * BigInt(PAYABLE_MAX) < neededOf(shortage);
  const small = largestFirst.filter(isSmall);
  return small.length < JOINED_LEAST ? [] : small;
}

/**
 * Returns whether the largest UTXOs, up to the input limit of one payout, cover the amount and its
 * fee.
 */
export function isPayable(largestFirst: readonly Pick<Coin, "units">[], shortage: Shortage): boolean {
  return sum(netOf(largestFirst.slice(0, PAYABLE_MAX), shortage)) >= neededOf(shortage);
}

function neededOf({ amount, costs }: Shortage): bigint {
  return amount + costs.restUnits;
}

/**
 * Returns the net contribution of each UTXO; omits those that cost more to spend than they hold.
 */
function netOf(coins: readonly Pick<Coin, "units">[], { costs }: Shortage): readonly bigint[] {
  return coins.map(({ units }) => units - costs.inputUnits).filter((net) => net > 0n);
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, units) => total + units, 0n);
}
