import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { sumUnits, withoutRepeats } from "@/lib/chains/bitcoin-like/building/coins";
import { type NodeRates, rateFor } from "@/lib/chains/bitcoin-like/building/estimate-fee";
import { printTerms } from "@/lib/chains/bitcoin-like/building/fee-terms";
import { scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import {
  dustOf,
  feeOf,
  inputFeeOf,
  toVirtualSize,
  weightOf,
} from "@/lib/chains/bitcoin-like/building/transaction-size";
import type { FeePriority, Joining, JoiningRequest } from "@/lib/chains/spending";

/**
 * Most coins of one such transaction: 27 kB of virtual size with a witness and 59 kB without one, of the 100 kB that nodes relay. What signs the
 * whole transaction for each input is slow with more, and rows are locked meanwhile.
 */
export const JOINED_MAX = 400;
/** While nobody waits, a coin is joined when it holds this many times of what its input costs. */
const WORTH_JOINING = 3n;

type JoinInput = Omit<JoiningRequest, "priority"> & {
  readonly family: CoinFamily;
  readonly priority: FeePriority;
  readonly rates: NodeRates;
};

/**
 * The first of these coins that are worth it, together in one output, which holds all but the exact fee. Null when the rate is not low and
 * nobody waits for it, or fewer than two are worth it. Never a coin that costs more to spend than it holds.
 */
export function joinCoins({ family, candidates, address, priority, isUrgent, rates }: JoinInput): Joining | null {
  const { consolidationRate, feeCeiling } = parametersOf(family);
  const rate = rateFor(family, priority, rates);
  if (rate > consolidationRate && !isUrgent) return null;
  const inputFee = inputFeeOf(family, rate);
  const least = isUrgent ? inputFee + 1n : WORTH_JOINING * inputFee;
  const coins = withoutRepeats(candidates)
    .filter(({ units }) => units >= least)
    .slice(0, JOINED_MAX);
  if (coins.length < 2) return null;
  const scriptHex = scriptOfAddress(family, address);
  const feeUnits = feeOf(rate, toVirtualSize(weightOf(family, coins.length, [scriptHex])));
  const units = sumUnits(coins) - feeUnits;
  if (feeUnits > feeCeiling || units < dustOf(family, scriptHex)) return null;
  const terms = printTerms({ rate, outbid: null, built: null });
  return { coins, units, fee: { priority, expectedUnits: feeUnits, maximumUnits: feeUnits, terms } };
}
