import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import {
  dustOf,
  feeOf,
  INPUT_WEIGHT,
  inputFeeOf,
  toVirtualSize,
  WEIGHT_MAX,
  weightOf,
} from "@/lib/chains/bitcoin-like/building/transaction-fee";
import {
  byOutpoint,
  isSameCoin,
  type Selection,
  type SelectionRequest,
  sumUnits,
  withoutRepeats,
} from "@/lib/chains/bitcoin-like/building/transfer-plan";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type { Coin } from "@/lib/chains/spending";

/** Limit on search steps; the search takes a millisecond or two. */
const STEPS_MAX = 5_000;
/**
 * Values are counted in fractions of a unit, so that a rate per 1000 virtual bytes of four weight
 * units each divides without a remainder.
 */
const PARTS = 4_000n;
/** Rounding up the size may add up to three weight units. */
const ROUNDING_WEIGHT = 3;

/**
 * Searches for coins that pay the outputs and their own fee and leave so little that change is not
 * worth creating (a depth-first search with a step limit that prunes branches which cannot reach
 * the sum). Returns the best set found, or null. The caller computes the exact amounts.
 * @param free larger first
 */
function findChangeless(
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

/**
 * Returns what may be left to the fee: with a change address, the cost of creating and holding
 * change; without one, less than what `few` leaves.
 */
function toleranceOf({ family, rate, changeScript }: SelectionRequest, few: Selection): bigint {
  if (changeScript === null) return few.feeUnits - feeOf(rate, few.virtualSize);
  const changeSize = toVirtualSize(weightOf(family, 0, [changeScript]) - weightOf(family, 0, []));
  return feeOf(rate, changeSize) + dustOf(family, changeScript);
}

/**
 * Returns which of the values (descending) add up to at least `needed` and at most `most`, with the
 * smallest excess; null when none was found.
 */
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
    // Backtracks to the last coin taken and excludes it.
    const last = taken.pop();
    if (last === undefined) return best;
    sum -= worths[last] ?? 0n;
    index = last + 1;
  }
  return best;
}

/** Returns, for each index, the sum of all values from there on. */
function remainders(worths: readonly bigint[]): readonly bigint[] {
  const sums = [0n];
  for (const worth of worths.toReversed()) sums.push((sums.at(-1) ?? 0n) + worth);
  return sums.reverse();
}

/**
 * A payout also spends small coins when there are more than this, because later payouts would need
 * many inputs.
 */
const CROWD = 40;
/** With this many inputs no more are added: no payout should be delayed by a large transaction. */
const CONSOLIDATED_INPUTS_MAX = 8;
/** A coin is worth consolidating when it holds this many times the current cost of its input. */
const WORTH_JOINING = 3n;

/**
 * Selects coins for these outputs. Deterministic: the same coins in any order give the same result.
 * Prefers no change where that is cheap to find, otherwise the largest coins first, which keeps
 * inputs few; adds small coins when fees are low and coins are many.
 * @throws TransactionRefusedError `invalid` (dust, or too many coins for one transaction), `funds`,
 *   or `fee` above the maximum
 */
export function selectCoins(request: SelectionRequest): Selection {
  const { required, outputs, family, maximumFee } = request;
  if (outputs.length === 0) throw new TransactionRefusedError("invalid", "a transaction without outputs");
  for (const { scriptHex, units } of outputs) refuseDust(family, scriptHex, units);
  const must = withoutRepeats(required);
  const free = withoutRepeats(request.candidates)
    .filter((coin) => !must.some((other) => isSameCoin(coin, other)))
    .filter(({ units }) => units > inputFeeOf(request.family, request.rate))
    .sort(byWorth);
  const few = takeLargest(request, must, free);
  const chosen = consolidate(request, must, free, few) ?? cheaperWithoutChange(request, must, free, few) ?? few;
  if (chosen.feeUnits > maximumFee) {
    const message = `the transaction would cost ${chosen.feeUnits} units and may cost ${maximumFee}`;
    throw new TransactionRefusedError("fee", message);
  }
  return { ...chosen, coins: [...chosen.coins].sort(byOutpoint) };
}

/**
 * Computes change and fee for exactly these coins, or returns null when they do not suffice. Change
 * is created when it is not dust after paying for its own output.
 */
export function settle(request: SelectionRequest, coins: readonly Coin[]): Selection | null {
  const { family, rate, outputs, changeScript } = request;
  const scripts = outputs.map(({ scriptHex }) => scriptHex);
  const left = sumUnits(coins) - sumUnits(outputs);
  const virtualSize = toVirtualSize(weightOf(family, coins.length, scripts));
  if (left < feeOf(rate, virtualSize)) return null;
  const bare = { coins, changeUnits: null, feeUnits: left, virtualSize };
  if (changeScript === null) return bare;
  const withChange = toVirtualSize(weightOf(family, coins.length, [...scripts, changeScript]));
  const feeUnits = feeOf(rate, withChange);
  const changeUnits = left - feeUnits;
  if (changeUnits < dustOf(family, changeScript)) return bare;
  return { coins, changeUnits, feeUnits, virtualSize: withChange };
}

/**
 * Takes as many of the largest coins as needed. Coins that cost more to spend than they hold were
 * excluded before, so more coins always help.
 */
function takeLargest(request: SelectionRequest, must: readonly Coin[], free: readonly Coin[]): Selection {
  const needed = sumUnits(request.outputs);
  const chosen = [...must];
  let total = sumUnits(must);
  for (const next of [...free, null]) {
    refuseTooLarge(request, chosen.length);
    const settled = chosen.length > 0 && total > needed ? settle(request, chosen) : null;
    if (settled !== null) return settled;
    if (next === null) break;
    chosen.push(next);
    total += next.units;
  }
  const message = `the coins hold ${total} units, which does not pay ${needed} and the fee`;
  throw new TransactionRefusedError("funds", message);
}

/**
 * Returns null when a transaction without change would cost more than one with it, including the
 * later spending of that change.
 */
function cheaperWithoutChange(
  request: SelectionRequest,
  must: readonly Coin[],
  free: readonly Coin[],
  few: Selection,
): Selection | null {
  const later = few.changeUnits === null ? 0n : inputFeeOf(request.family, request.rate);
  const match = findChangeless(request, must, free, few);
  if (match === null) return null;
  const settled = settle(request, match);
  if (settled === null || settled.changeUnits !== null) return null;
  return settled.feeUnits < few.feeUnits + later && settled.feeUnits <= request.maximumFee ? settled : null;
}

/**
 * Adds the smallest coins worth consolidating to a payment that has change anyway, while the rate
 * is low and coins are many. Returns null otherwise. Never applies to a replacement, which should
 * cost little more than the original.
 */
function consolidate(
  request: SelectionRequest,
  must: readonly Coin[],
  free: readonly Coin[],
  few: Selection,
): Selection | null {
  const { rate, family, maximumFee } = request;
  const isTime = rate <= parametersOf(family).consolidationRate && free.length > CROWD && must.length === 0;
  if (!isTime || few.changeUnits === null) return null;
  const least = WORTH_JOINING * inputFeeOf(family, rate);
  const small = free.toReversed().filter((coin) => coin.units >= least && !few.coins.includes(coin));
  const room = Math.max(CONSOLIDATED_INPUTS_MAX - few.coins.length, 0);
  const joined = settle(request, [...few.coins, ...small.slice(0, room)]);
  return joined !== null && joined.changeUnits !== null && joined.feeUnits <= maximumFee ? joined : null;
}

function refuseDust(family: CoinFamily, scriptHex: string, units: bigint): void {
  const least = dustOf(family, scriptHex);
  if (units >= least) return;
  throw new TransactionRefusedError("invalid", `an output of ${units} units is dust: nodes relay ${least} or more`);
}

function refuseTooLarge({ family, outputs, changeScript }: SelectionRequest, inputCount: number): void {
  const scripts = outputs.map(({ scriptHex }) => scriptHex).concat(changeScript ?? []);
  if (weightOf(family, inputCount, scripts) <= WEIGHT_MAX) return;
  const message = `${inputCount} coins and ${outputs.length} outputs are more than one transaction may hold`;
  // The payment itself is valid: the money is in too many small coins; fewer outputs or larger
  // coins would work.
  throw new TransactionRefusedError("funds", message);
}

/** Larger first; ties are broken in a stable order. */
function byWorth(left: Coin, right: Coin): number {
  if (left.units !== right.units) return left.units > right.units ? -1 : 1;
  return byOutpoint(left, right);
}
