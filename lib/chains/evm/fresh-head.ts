import { readHead } from "@/lib/chains/evm/blocks";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import type { BlockReference } from "@/lib/chains/facts";
import type { Failover } from "@/lib/chains/failover";

/** Every enabled chain makes blocks within seconds; a head this old is worth asking the other nodes about. */
const HEAD_AGE_MAX_MS = 60_000;

/** Fewer blocks behind the others is the ordinary delay between nodes. */
const LAG_BLOCKS_MAX = 5;

/**
 * The head, from a node that keeps up. A node that stopped following its chain still answers every call, so
 * no error would ever make the failover leave it: an old head is compared with the other nodes'.
 */
export function readFreshHead(nodes: Failover<EvmNode>, signal: AbortSignal): Promise<BlockReference> {
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
