import { parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { sumUnits } from "@/lib/chains/bitcoin-like/building/coins";
import type { Selection, SelectionRequest } from "@/lib/chains/bitcoin-like/building/selection";
import {
  dustOf,
  feeOf,
  INPUT_WEIGHT,
  toVirtualSize,
  weightOf,
} from "@/lib/chains/bitcoin-like/building/transaction-size";
import type { Coin } from "@/lib/chains/spending";

/** Steps of the search; it takes a millisecond or two. */
const STEPS_MAX = 5_000;
/** Worth is counted in parts of a unit, so that a rate for 1000 virtual bytes of four weights each divides without a rest. */
const PARTS = 4_000n;
/** Rounding up the size may add up to three of weight. */
const ROUNDING_WEIGHT = 3;

/**
 * Looks for coins that pay the outputs and their own fee and leave so little that no change is worth making (a depth-first search that
 * cuts off branches which cannot reach the sum, bounded in steps). Answers the best that it met, or null. The caller settles it exactly.
 * @param free larger first
 */
export function findChangeless(
  request: SelectionRequest,
  must: readonly Coin[],
  free: readonly Coin[],
  few: Selection,
): readonly Coin[] | null {
  const { family, rate, outputs } = request;
  const inputCost = rate * BigInt(INPUT_WEIGHT[parametersOf(family).signing]);
  const worth = (coin: Coin) => coin.units * PARTS - inputCost;
  const scripts = outputs.map(({ scriptHex }) => scriptHex);
  const frame = rate * BigInt(weightOf(family, 0, scripts) + ROUNDING_WEIGHT);
  const paid = must.reduce((total, coin) => total + worth(coin), 0n);
  const needed = sumUnits(outputs) * PARTS + frame - paid;
  if (needed <= 0n) return null;
  const most = needed + toleranceOf(request, few) * PARTS;
  const found = search(free.map(worth), needed, most);
  return found === null ? null : [...must, ...free.filter((_, index) => found.has(index))];
}

/** What may be left to the fee: with a change address, what making and having change would cost; without one, less than what `few` leaves. */
function toleranceOf({ family, rate, changeScript }: SelectionRequest, few: Selection): bigint {
  if (changeScript === null) return few.feeUnits - feeOf(rate, few.virtualSize);
  const changeSize = toVirtualSize(weightOf(family, 0, [changeScript]) - weightOf(family, 0, []));
  return feeOf(rate, changeSize) + dustOf(family, changeScript);
}

/** Which of the worths (falling) add up to at least `needed` and at most `most`, with the least above; null when none was met. */
function search(worths: readonly bigint[], needed: bigint, most: bigint): ReadonlySet<number> | null {
  const after = remainders(worths);
  const taken: number[] = [];
  let sum = 0n;
  let limit = most;
  let best: ReadonlySet<number> | null = null;
  let index = 0;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const isHopeless = sum > limit || sum + (after[index] ?? 0n) < needed;
    if (!isHopeless && sum >= needed) {
      best = new Set(taken);
      limit = sum - 1n;
    }
    if (!isHopeless && sum < needed && index < worths.length) {
      taken.push(index);
      sum += worths[index] ?? 0n;
      index += 1;
      continue;
    }
    // Back to the last one taken, which is left out from now on.
    const last = taken.pop();
    if (last === undefined) return best;
    sum -= worths[last] ?? 0n;
    index = last + 1;
  }
  return best;
}

/** At each place, the sum of all from there on. */
function remainders(worths: readonly bigint[]): readonly bigint[] {
  const sums = [0n];
  for (const worth of worths.toReversed()) sums.push((sums.at(-1) ?? 0n) + worth);
  return sums.reverse();
}
