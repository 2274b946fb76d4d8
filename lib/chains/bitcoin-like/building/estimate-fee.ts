import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { selectCoins } from "@/lib/chains/bitcoin-like/building/select-coins";
import {
  dustOf,
  type FeeTerms,
  feeOf,
  parseTerms,
  printTerms,
  raisesEnough,
  rateOf,
  toVirtualSize,
  weightOf,
} from "@/lib/chains/bitcoin-like/building/transaction-fee";
import { type CoinsRequest, toCoinsRequest } from "@/lib/chains/bitcoin-like/building/transfer-plan";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type { FeeEstimate, FeePriority, TransferRequest } from "@/lib/chains/spending";

/**
 * Fee rates that a node reports, in base units per 1000 virtual bytes; null where it reports none.
 */
export type NodeRates = {
  /** Rate for inclusion within the priority's target. */
  readonly estimated: bigint | null;
  /** The node currently rejects anything below this rate. */
  readonly minimum: bigint | null;
  /** Increment that a replacement has to add. */
  readonly incremental: bigint | null;
};

type FeeInput = {
  readonly family: CoinFamily;
  readonly request: TransferRequest;
  readonly priority: FeePriority;
  readonly replaces: FeeEstimate | null;
  readonly rates: NodeRates;
};

/** Assumed inputs of a payout while its coins are unknown. */
const TYPICAL_INPUTS = 2;
/**
 * Another payout may take coins before this one is built: the maximum leaves room for this many
 * more inputs.
 */
const SPARE_INPUTS = 2;
/** Raising the rate may change the selected coins, and so the size, several times. */
const RAISES_MAX = 8;

/**
 * Estimates the fee of the request from the same coin selection that building will use, at a rate
 * never above the coin's ceiling. Without coins, or with too few, it assumes a typical payment.
 * With `replaces`, the fee is high enough to replace that transaction, whose coins are in
 * `required`.
 * @throws TransactionRefusedError `fee` when the coin does not support replacement or the ceiling
 *   is exceeded, `invalid` for requests that cannot be built
 */
export function estimateCoinsFee({ family, request, priority, replaces, rates }: FeeInput): FeeEstimate {
  const asked = toCoinsRequest(family, request);
  const wanted = rateFor(family, priority, rates);
  if (replaces === null) return toEstimate(family, asked, priority, { rate: wanted, outbid: null, built: null });
  const outbid = outbidOf(family, asked, replaces, rates);
  let rate = larger(wanted, outbid.rate + outbid.incremental);
  for (let raise = 0; raise < RAISES_MAX; raise += 1) {
    refuseAboveCeiling(family, rate);
    const terms: FeeTerms = { rate, outbid, built: null };
    const { fee, size } = measure(family, asked, rate);
    if (raisesEnough(terms, { fee, size })) return toEstimate(family, asked, priority, terms);
    rate = larger(rate + 1n, rateOf({ fee: outbid.fee + feeOf(outbid.incremental, size), size }));
  }
  throw new TransactionRefusedError("fee", "no rate was found that replaces the earlier transaction");
}

/**
 * Returns whether today's rate for inclusion is above what an earlier transaction offers. Always
 * false where transactions cannot be replaced.
 */
export function outbidsCoins(family: CoinFamily, today: FeeEstimate, earlier: FeeEstimate): boolean {
  if (!parametersOf(family).replacement) return false;
  const offered = parseTerms(earlier);
  return parseTerms(today).rate > (offered.built === null ? offered.rate : rateOf(offered.built));
}

/**
 * Returns the node's estimate, or our fallback without one; at least the minimum that nodes and
 * blocks accept, at most the ceiling.
 */
export function rateFor(family: CoinFamily, priority: FeePriority, { estimated, minimum }: NodeRates): bigint {
  const { fallbackRates, minimumRate, rateCeiling } = parametersOf(family);
  const rate = larger(estimated ?? fallbackRates[priority], larger(minimum ?? 0n, minimumRate));
  return rate < rateCeiling ? rate : rateCeiling;
}

function toEstimate(family: CoinFamily, asked: CoinsRequest, priority: FeePriority, terms: FeeTerms): FeeEstimate {
  const { feeCeiling } = parametersOf(family);
  const { fee, inputs } = measure(family, asked, terms.rate);
  const scripts = asked.outputs.map(({ scriptHex }) => scriptHex).concat(asked.change?.scriptHex ?? []);
  const largest = toVirtualSize(weightOf(family, inputs + SPARE_INPUTS, scripts));
  const dropped = asked.change === null ? 0n : dustOf(family, asked.change.scriptHex);
  const room = larger(feeOf(terms.rate, largest) + dropped, fee);
  if (fee > feeCeiling)
    throw new TransactionRefusedError("fee", `a fee of ${fee} units is above the ceiling of ${feeCeiling}`);
  return {
    priority,
    expectedUnits: fee,
    maximumUnits: room < feeCeiling ? room : feeCeiling,
    terms: printTerms(terms),
  };
}

type Measure = { readonly fee: bigint; readonly size: number; readonly inputs: number };

/** Measures the selection that will be made, or a typical payment when the coins do not suffice. */
function measure(family: CoinFamily, asked: CoinsRequest, rate: bigint): Measure {
  const { outputs, candidates, required, change } = asked;
  const usual = measureUsual(family, asked, rate);
  const changeScript = change?.scriptHex ?? null;
  const maximumFee = parametersOf(family).feeCeiling;
  try {
    const selection = selectCoins({ family, rate, maximumFee, outputs, candidates, required, changeScript });
    const { feeUnits, virtualSize, coins } = selection;
    // Without a change output the leftover goes to the fee too, but the chain does not require it.
    const fee = change === null ? feeOf(rate, virtualSize) : feeUnits;
    return { fee, size: virtualSize, inputs: coins.length };
  } catch (error) {
    if (!(error instanceof TransactionRefusedError)) throw error;
    const isAboutCoins = error.reason === "funds" || (error.reason === "fee" && change === null);
    if (!isAboutCoins) throw error;
    return usual;
  }
}

function measureUsual(family: CoinFamily, { outputs, required, change }: CoinsRequest, rate: bigint): Measure {
  const scripts = outputs.map(({ scriptHex }) => scriptHex).concat(change?.scriptHex ?? []);
  const inputs = Math.max(TYPICAL_INPUTS, required.length);
  const size = toVirtualSize(weightOf(family, inputs, scripts));
  return { fee: feeOf(rate, size), size, inputs };
}

/**
 * If the exact fee of the earlier transaction was not stored, assumes the most that it can have
 * offered.
 */
function outbidOf(
  family: CoinFamily,
  { outputs, required }: CoinsRequest,
  replaces: FeeEstimate,
  { incremental }: NodeRates,
): NonNullable<FeeTerms["outbid"]> {
  const { replacement, incrementalRate } = parametersOf(family);
  if (!replacement)
    throw new TransactionRefusedError("fee", `${family} nodes keep the first transaction: none can replace it`);
  if (required.length === 0)
    throw new TransactionRefusedError(
      "invalid",
      "a replacement must spend the coins of what it replaces: none is named",
    );
  const scripts = outputs.map(({ scriptHex }) => scriptHex);
  const smallest = toVirtualSize(weightOf(family, required.length, scripts));
  const built = parseTerms(replaces).built ?? { fee: replaces.maximumUnits, size: smallest };
  return { fee: built.fee, rate: rateOf(built), incremental: larger(incremental ?? 0n, incrementalRate) };
}

function refuseAboveCeiling(family: CoinFamily, rate: bigint): void {
  const { rateCeiling } = parametersOf(family);
  if (rate <= rateCeiling) return;
  const message = `a replacement would need a rate of ${rate} units and ${rateCeiling} is the ceiling`;
  throw new TransactionRefusedError("fee", message);
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
