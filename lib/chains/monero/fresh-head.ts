import type { BlockReference } from "@/lib/chains/facts";
import type { Failover } from "@/lib/chains/failover";
import { readHead } from "@/lib/chains/monero/blocks";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";

/** Blocks come every two minutes; without one for so long, the others are worth asking. */
const HEAD_AGE_MAX_MS = 1_200_000;

/** Fewer blocks behind the others is the ordinary delay between nodes. */
const LAG_BLOCKS_MAX = 2;

/** The head, from a daemon that keeps up: one that lost its peers still answers every call, so an old head is compared with the others'. */
export function readFreshHead(nodes: Failover<MoneroNode>, signal: AbortSignal): Promise<BlockReference> {
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
