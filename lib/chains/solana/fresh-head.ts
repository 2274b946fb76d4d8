import type { BlockReference } from "@/lib/chains/facts";
import type { Failover } from "@/lib/chains/failover";
import { readHead } from "@/lib/chains/solana/blocks";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";

/** Blocks come twice a second; a head this old is worth asking the other nodes about. */
const HEAD_AGE_MAX_MS = 30_000;

/** Nodes are a few slots apart at any moment; this is half a minute. */
const LAG_SLOTS_MAX = 75;

/**
 * The head, from a node that keeps up. A node that stopped following its chain still answers every call, so
 * no error would ever make the failover leave it: an old head is compared with the other nodes'.
 */
export function readFreshHead(nodes: Failover<SolanaNode>, signal: AbortSignal): Promise<BlockReference> {
  const read = async (node: SolanaNode) => (await readHead(node, "confirmed", signal)).reference;
  return nodes.call(async (node) => {
    const head = await read(node);
    if (nodes.size === 1 || Date.now() - head.time.getTime() <= HEAD_AGE_MAX_MS) return head;
    const heads = await nodes.each(read, signal);
    const highest = Math.max(...heads.map((said) => ("answer" in said ? said.answer.height : 0)));
    const lagSlots = highest - head.height;
    if (lagSlots > LAG_SLOTS_MAX) throw new Error(`${node.name} lags ${lagSlots} slots behind`);
    return head;
  }, signal);
}
