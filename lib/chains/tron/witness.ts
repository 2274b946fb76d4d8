import type { BlockReference } from "@/lib/chains/facts";
import { readBlock } from "@/lib/chains/tron/blocks";
import type { TronNode } from "@/lib/chains/tron/http-node";
import { isKnown, readIncluded } from "@/lib/chains/tron/transactions";

/** Blocks looked through for one that holds anything: on the main network none is empty. */
const BLOCKS_LOOKED_THROUGH = 20;

/** A transaction that is certain to be in the chain, by which a machine shows what it knows. */
export type Witness = { readonly transactionId: string; readonly height: number };

/** The newest one in a final block from this height down, as long as the blocks are late enough; null when those hold none. */
export async function findWitness(
  node: TronNode,
  height: number,
  isLateEnough: (block: BlockReference) => boolean,
  signal: AbortSignal,
): Promise<Witness | null> {
  for (let at = height; at > Math.max(height - BLOCKS_LOOKED_THROUGH, 0); at -= 1) {
    const block = await readBlock(node, at, "walletsolidity", signal);
    if (block === null || !isLateEnough(block.reference)) return null;
    const [first] = block.transactions;
    if (first !== undefined) return { transactionId: first.id, height: at };
  }
  return null;
}

/** Whether it is there in each of the ways in which a payout must be missing before it counts as dead. */
export async function isFound(
  node: TronNode,
  { transactionId, height }: Witness,
  signal: AbortSignal,
): Promise<boolean> {
  for (const api of ["wallet", "walletsolidity"] as const) {
    const included = await readIncluded(node, transactionId, api, signal);
    if (included?.block.height !== height) return false;
    if (!(await isKnown(node, transactionId, api, signal))) return false;
  }
  return true;
}
