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

/** What a node says, in base units for 1000 virtual bytes; null where it does not. */
export type NodeRates = {
  /** To be in a block soon enough for the priority. */
  readonly estimated: bigint | null;
  /** Below this the node takes nothing now. */
  readonly minimum: bigint | null;
  /** What a replacement has to add. */
  readonly incremental: bigint | null;
};

type FeeInput = {
  readonly family: CoinFamily;
  readonly request: TransferRequest;
  readonly priority: FeePriority;
  readonly replaces: FeeEstimate | null;
  readonly rates: NodeRates;
};

/** Inputs of a payout when nobody knows yet which coins there will be. */
const TYPICAL_INPUTS = 2;
/**
 * Coins may be taken by another payout before this one is built: so many more inputs still fit into
 * the maximum.
 */
const SPARE_INPUTS = 2;
/** A raised rate may change which coins are taken, and so the size, a few times. */
const RAISES_MAX = 8;

/**
 * What the request costs: the very selection that building will make, at a rate that is never above
 * the coin's ceiling. Without coins, or with too few, that of a usual payment. With `replaces`,
 * high enough to take the place of that transaction, whose coins `required` names.
 * @throws TransactionRefusedError `fee` when the coin knows no replacement or the ceiling is
 *   passed, `invalid` for what cannot be built
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
 * Whether blocks ask for more today than an earlier transaction offers. Never where a dearer one
 * could not take its place.
 */
export function outbidsCoins(family: CoinFamily, today: FeeEstimate, earlier: FeeEstimate): boolean {
  if (!parametersOf(family).replacement) return false;
  const offered = parseTerms(earlier);
  return parseTerms(today).rate > (offered.built === null ? offered.rate : rateOf(offered.built));
}

/**
 * The node's estimate or, without one, ours; at least what nodes and blocks take, at most the
 * ceiling.
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

/** Of the selection that will be made; of a usual payment when the coins do not suffice. */
function measure(family: CoinFamily, asked: CoinsRequest, rate: bigint): Measure {
  const { outputs, candidates, required, change } = asked;
  const usual = measureUsual(family, asked, rate);
  const changeScript = change?.scriptHex ?? null;
  const maximumFee = parametersOf(family).feeCeiling;
  try {
    const selection = selectCoins({ family, rate, maximumFee, outputs, candidates, required, changeScript });
    const { feeUnits, virtualSize, coins } = selection;
    // Without change what is left over is fee as well, but nothing that the chain asks for.
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

/** Of a transaction whose exact fee was not stored, the most that it can have offered. */
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
