import { ChainInconsistentError } from "@/lib/chains/errors";
import { readBlock, toHex } from "@/lib/chains/evm/blocks";
import { list, quantity } from "@/lib/chains/evm/decode";
import { type EvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import type { FeePriority } from "@/lib/chains/spending";

/** Blocks whose tips are looked at: about two minutes on Ethereum, enough to smooth one odd block. */
const HISTORY_BLOCKS = 10;

/** Which part of recent senders is outbid, in percent of the gas used. */
const TIP_PERCENTILE: Readonly<Record<FeePriority, number>> = { economy: 10, recommended: 50, high: 75, highest: 95 };

/** Shorter than the blocks of Ethereum, and next to nothing to a base fee that may double before it binds. */
const KEPT_MS = 2_000;

/** What blocks cost lately. */
export type Market = {
  /** Null where the chain has no base fee. */
  readonly baseFeeUnits: bigint | null;
  /** The tip at each level's percentile, of each recent block; none where the chain has no base fee. */
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
