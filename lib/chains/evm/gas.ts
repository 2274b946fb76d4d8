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
 * Used when the node cannot simulate the token transfer yet (the sender is not funded while a fee
 * is only previewed). USDT to a new holder takes about 65,000; Arbitrum adds its L1 share as gas.
 */
const TOKEN_TRANSFER_GAS_EXPECTED = 65_000n;
const TOKEN_TRANSFER_GAS_LIMIT = 200_000n;

/**
 * State may change between estimate and inclusion. Unused gas is not paid. On Arbitrum the estimate
 * includes the data fee, and this is the headroom for a rise of Ethereum's price: beyond it the
 * sequencer rejects the transaction, so no more than the limit is ever paid.
 */
const LIMIT_PERCENT = 130n;
/**
 * A first holder costs 17,100 more: a recipient that held tokens during the estimate may have
 * emptied its account since.
 */
const FIRST_HOLDER_GAS = 20_000n;

export async function estimateGas(
  node: EvmNode,
  call: CallFields,
  signal: AbortSignal,
): Promise<{ readonly expected: bigint; readonly limit: bigint }> {
  try {
    const expected = quantity(await node.request("eth_estimateGas", [toRpcCall(call)], signal));
    // A plain transfer cannot need more than estimated, and the exact limit lets an account be
    // emptied.
    const limit = expected === PLAIN_TRANSFER_GAS ? expected : (expected * LIMIT_PERCENT) / 100n + FIRST_HOLDER_GAS;
    return { expected, limit };
  } catch (error) {
    if (!(error instanceof NodeAnswerError)) throw error;
    if (call.data !== "0x") return { expected: TOKEN_TRANSFER_GAS_EXPECTED, limit: TOKEN_TRANSFER_GAS_LIMIT };
    // The recipient rejects the transfer: the simulation before signing reports its reason.
    if (call.value === 0n) return { expected: PLAIN_TRANSFER_GAS, limit: PLAIN_TRANSFER_GAS };
    // Most likely rejected for lack of funds: the amount does not affect the gas of a plain
    // transfer.
    return estimateGas(node, { ...call, value: 0n }, signal);
  }
}

export function toRpcCall(call: CallFields): Readonly<Record<string, string>> {
  return { from: call.from, to: call.to, value: `0x${call.value.toString(16)}`, data: call.data };
}

/**
 * Number of blocks whose tips are read: about two minutes on Ethereum, enough to smooth out one
 * unusual block.
 */
const HISTORY_BLOCKS = 10;

/** Share of recent senders to outbid, in percent of the gas used. */
const TIP_PERCENTILE: Readonly<Record<FeePriority, number>> = { economy: 10, recommended: 50, high: 75, highest: 95 };

/**
 * Shorter than Ethereum's block time, and negligible for a base fee that may double before the cap
 * binds.
 */
const KEPT_MS = 2_000;

/** Recent fees in blocks. */
type Market = {
  /** Null where the chain has no base fee. */
  readonly baseFeeUnits: bigint | null;
  /**
   * The tip at each priority's percentile in each recent block; empty where the chain has no base
   * fee.
   */
  readonly tips: Readonly<Record<FeePriority, readonly bigint[]>>;
};

const NO_TIPS = { economy: [], recommended: [], high: [], highest: [] };

const kept = new WeakMap<EvmNode, { readonly market: Market; readonly readAt: number }>();

/** One read serves every coin and priority that is priced within two seconds. */
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

/** Returns the node's suggested tip. */
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
