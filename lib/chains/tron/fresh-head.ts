import type { BlockReference } from "@/lib/chains/facts";
import type { Failover } from "@/lib/chains/failover";
import { readHead } from "@/lib/chains/tron/blocks";
import type { TronNode } from "@/lib/chains/tron/http-node";

/** A block comes every three seconds; a head this old is worth asking the other nodes about. */
const HEAD_AGE_MAX_MS = 30_000;

/** Fewer blocks behind the others is the ordinary delay between nodes. */
const LAG_BLOCKS_MAX = 5;

/**
 * The head, from a node that keeps up. One that stopped following the chain still answers every call, so no error would
 * ever make the failover leave it: an old head is compared with the other nodes'.
 */
export function readFreshHead(nodes: Failover<TronNode>, signal: AbortSignal): Promise<BlockReference> {
  return nodes.call(async (node) => {
    const head = await readHead(node, "wallet", signal);
    if (nodes.size === 1 || Date.now() - head.time.getTime() <= HEAD_AGE_MAX_MS) return head;
    const heads = await nodes.each((other) => readHead(other, "wallet", signal), signal);
    const highest = Math.max(...heads.map((said) => ("answer" in said ? said.answer.height : 0)));
    const lagBlocks = highest - head.height;
    if (lagBlocks > LAG_BLOCKS_MAX) throw new Error(`${node.name} lags ${lagBlocks} blocks behind`);
    return head;
  }, signal);
}
