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
import type { CoinCosts, FeePriority, Joining, JoiningRequest } from "@/lib/chains/spending";

/**
 * Most coins of one such transaction: 27 kB of virtual size with a witness and 59 kB without one, of the 100 kB that nodes relay. What signs the
 * whole transaction for each input is slow with more, and rows are locked meanwhile.
 */
export const JOINED_MAX = 400;
/** A coin is joined when it holds this many times of what its input costs: joining never takes more than a third of it. */
const WORTH_JOINING = 3n;
/** The longest output script that is relayed everywhere, with a byte to spare. */
const SCRIPT_LONGEST = "00".repeat(35);
/** The count of many inputs takes two bytes more than that of none. */
const COUNT_SLACK_WEIGHT = 8;

type JoinInput = Omit<JoiningRequest, "priority"> & {
  readonly family: CoinFamily;
  readonly priority: FeePriority;
  readonly rates: NodeRates;
};

/**
 * The first of these coins that are worth it, together in one output, which holds all but the exact fee. Null when the rate is not low and
 * nobody waits for it, or fewer than two are worth it.
 */
export function joinCoins({ family, candidates, address, priority, isUrgent, rates }: JoinInput): Joining | null {
  const { consolidationRate, feeCeiling } = parametersOf(family);
  const rate = rateFor(family, priority, rates);
  if (rate > consolidationRate && !isUrgent) return null;
  const inputFee = inputFeeOf(family, rate);
  const least = WORTH_JOINING * inputFee;
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

/** What a payment with change costs at this rate. */
export function coinCosts(family: CoinFamily, priority: FeePriority, rates: NodeRates): CoinCosts {
  const rate = rateFor(family, priority, rates);
  const rest = weightOf(family, 0, [SCRIPT_LONGEST, SCRIPT_LONGEST]) + COUNT_SLACK_WEIGHT;
  return { inputUnits: inputFeeOf(family, rate), restUnits: feeOf(rate, toVirtualSize(rest)) };
}
