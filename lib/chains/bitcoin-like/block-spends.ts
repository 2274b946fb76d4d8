import { readBlockTransactions } from "@/lib/chains/bitcoin-like/block-transactions";
import type { RpcTransaction } from "@/lib/chains/bitcoin-like/decode";
import type { CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import type { BlockReference } from "@/lib/chains/facts";
import type { Coin } from "@/lib/chains/spending";

/** What the transactions of one block spend. */
export type BlockSpends = {
  readonly reference: BlockReference;
  /** The spending transaction's id, by the name of the coin. */
  readonly spenders: ReadonlyMap<string, string>;
};

/** Some hours of the fastest of these chains. */
const BLOCKS_KEPT_MAX = 300;
/** Some 40 MB: Bitcoin's full blocks spend up to seven thousand coins each. */
const SPENDS_KEPT_MAX = 200_000;

/** By node, because each of them is believed for itself; the one that was read longest ago first. */
const kept = new WeakMap<CoinNode, Map<string, BlockSpends>>();

/** A block does not change under its hash: what was read of this node is not asked for again, as long as it is among the latest. */
export async function readBlockSpends(node: CoinNode, blockHash: string, signal: AbortSignal): Promise<BlockSpends> {
  const blocks = kept.get(node) ?? new Map<string, BlockSpends>();
  kept.set(node, blocks);
  const known = blocks.get(blockHash);
  blocks.delete(blockHash);
  const block = known ?? (await readSpends(node, blockHash, signal));
  blocks.set(blockHash, block);
  forgetOldest(blocks);
  return block;
}

async function readSpends(node: CoinNode, blockHash: string, signal: AbortSignal): Promise<BlockSpends> {
  const begin = () => {
    const spenders = new Map<string, string>();
    const take = ({ transactionId, inputs }: RpcTransaction) => {
      for (const coin of inputs) spenders.set(coinName(coin), transactionId);
    };
    return { spenders, take };
  };
  const { reference, taken } = await readBlockTransactions(node, blockHash, begin, signal);
  return { reference, spenders: taken.spenders };
}

function forgetOldest(blocks: Map<string, BlockSpends>): void {
  let spends = 0;
  for (const { spenders } of blocks.values()) spends += spenders.size;
  for (const [hash, { spenders }] of blocks) {
    if (blocks.size <= BLOCKS_KEPT_MAX && spends <= SPENDS_KEPT_MAX) return;
    blocks.delete(hash);
    spends -= spenders.size;
  }
}

export function coinName({ transactionId, index }: Pick<Coin, "transactionId" | "index">): string {
  return `${transactionId} ${index}`;
}
