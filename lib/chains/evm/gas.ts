import { ChainInconsistentError } from "@/lib/chains/errors";
import { readBlock, toHex } from "@/lib/chains/evm/blocks";
import { list, quantity } from "@/lib/chains/evm/decode";
import { type EvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import type { FeePriority } from "@/lib/chains/spending";

/** The fields of `eth_call` and `eth_estimateGas`. */
export type CallFields = {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data: `0x${string}`;
};

/** Yellow paper: the cost of a plain transfer to an account without code. */
const PLAIN_TRANSFER_GAS = 21_000n;

/**
 * Used when the node cannot try the token transfer yet (the sender is not funded while a fee is
 * only previewed). USDT to a fresh holder takes about 65,000; Arbitrum adds its L1 share as gas.
 */
const TOKEN_TRANSFER_GAS_EXPECTED = 65_000n;
const TOKEN_TRANSFER_GAS_LIMIT = 200_000n;

/**
 * State may change between estimate and inclusion. Unused gas is not paid. On Arbitrum the estimate
 * has the share for data in it, and this is the room for Ethereum's price to rise: past it the
 * sequencer refuses the transaction, so that no more than the limit is ever paid.
 */
const LIMIT_PERCENT = 130n;
/**
 * A first holder costs 17,100 more: the holder of an estimate's moment may have emptied its account
 * since.
 */
const FIRST_HOLDER_GAS = 20_000n;

export async function estimateGas(
  node: EvmNode,
  call: CallFields,
  signal: AbortSignal,
): Promise<{ readonly expected: bigint; readonly limit: bigint }> {
  try {
    const expected = quantity(await node.request("eth_estimateGas", [toRpcCall(call)], signal));
    // A plain transfer cannot need more than it did, and the exact limit lets an account be
    // emptied.
    const limit = expected === PLAIN_TRANSFER_GAS ? expected : (expected * LIMIT_PERCENT) / 100n + FIRST_HOLDER_GAS;
    return { expected, limit };
  } catch (error) {
    if (!(error instanceof NodeAnswerError)) throw error;
    if (call.data !== "0x") return { expected: TOKEN_TRANSFER_GAS_EXPECTED, limit: TOKEN_TRANSFER_GAS_LIMIT };
    // Whoever is at the address takes nothing: the trial before signing says so in its own words.
    if (call.value === 0n) return { expected: PLAIN_TRANSFER_GAS, limit: PLAIN_TRANSFER_GAS };
    // Refused for want of funds, most likely: the amount changes nothing about the gas of a plain
    // transfer.
    return estimateGas(node, { ...call, value: 0n }, signal);
  }
}

export function toRpcCall(call: CallFields): Readonly<Record<string, string>> {
  return { from: call.from, to: call.to, value: `0x${call.value.toString(16)}`, data: call.data };
}

/**
 * Blocks whose tips are looked at: about two minutes on Ethereum, enough to smooth one odd block.
 */
const HISTORY_BLOCKS = 10;

/** Which part of recent senders is outbid, in percent of the gas used. */
const TIP_PERCENTILE: Readonly<Record<FeePriority, number>> = { economy: 10, recommended: 50, high: 75, highest: 95 };

/**
 * Shorter than the blocks of Ethereum, and next to nothing to a base fee that may double before it
 * binds.
 */
const KEPT_MS = 2_000;

/** What blocks cost lately. */
type Market = {
  /** Null where the chain has no base fee. */
  readonly baseFeeUnits: bigint | null;
  /**
   * The tip at each level's percentile, of each recent block; none where the chain has no base fee.
   */
  readonly tips: Readonly<Record<FeePriority, readonly bigint[]>>;
};

const NO_TIPS = { economy: [], recommended: [], high: [], highest: [] };

const kept = new WeakMap<EvmNode, { readonly market: Market; readonly readAt: number }>();

/** One reading serves for every coin and level that is priced within two seconds. */
export async function readMarket(node: EvmNode, signal: AbortSignal): Promise<Market> {
  const known = kept.get(node);
  if (known !== undefined && performance.now() - known.readAt < KEPT_MS) return known.market;
  const readAt = performance.now();
  const head = await readBlock(node, "latest", signal);
  if (head === null) throw new ChainInconsistentError(`${node.name} has no head`);
  const { baseFeeUnits } = head;
  const market = { baseFeeUnits, tips: baseFeeUnits === null ? NO_TIPS : await readTips(node, signal) };
  kept.set(node, { market, readAt });
  return market;
}

/** What the node takes for a usual tip. */
export async function readSuggestedTip(node: EvmNode, signal: AbortSignal): Promise<bigint> {
  return quantity(await node.request("eth_maxPriorityFeePerGas", [], signal));
}

async function readTips(node: EvmNode, signal: AbortSignal): Promise<Market["tips"]> {
  const { economy, recommended, high, highest } = TIP_PERCENTILE;
  try {
    const percentiles = [economy, recommended, high, highest];
    const answer = await node.request("eth_feeHistory", [toHex(HISTORY_BLOCKS), "latest", percentiles], signal);
    const { reward } = answer as { reward?: unknown };
    const blocks = list(reward ?? []).map(list);
    const at = (index: number) => blocks.map((tips) => quantity(tips[index]));
    return { economy: at(0), recommended: at(1), high: at(2), highest: at(3) };
  } catch (error) {
    if (!(error instanceof NodeAnswerError)) throw error;
    const suggested = [await readSuggestedTip(node, signal)];
    return { economy: suggested, recommended: suggested, high: suggested, highest: suggested };
  }
}
