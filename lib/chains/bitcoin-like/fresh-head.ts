import { readHead } from "@/lib/chains/bitcoin-like/blocks";
import type { CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import type { BlockReference } from "@/lib/chains/facts";
import type { Failover } from "@/lib/chains/failover";

/** Blocks come by chance: Bitcoin is silent for half an hour every few days, and then the others are worth asking. */
const HEAD_AGE_MAX_MS = 1_800_000;

/** Fewer blocks behind the others is the ordinary delay between nodes. */
const LAG_BLOCKS_MAX = 2;

/**
 * The head, from a node that keeps up. A node that lost its peers still answers every call, so no error would
 * ever make the failover leave it: an old head is compared with the other nodes'.
 */
export function readFreshHead(nodes: Failover<CoinNode>, signal: AbortSignal): Promise<BlockReference> {
  return nodes.call(async (node) => {
    const head = await readHead(node, signal);
    if (nodes.size === 1 || Date.now() - head.time.getTime() <= HEAD_AGE_MAX_MS) return head;
    const heads = await nodes.each((other) => readHead(other, signal), signal);
    const highest = Math.max(...heads.map((said) => ("answer" in said ? said.answer.height : 0)));
    const lagBlocks = highest - head.height;
    if (lagBlocks > LAG_BLOCKS_MAX) throw new Error(`${node.name} lags ${lagBlocks} blocks behind`);
    return head;
  }, signal);
}
