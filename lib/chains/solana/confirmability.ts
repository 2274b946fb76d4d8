import { readBlock, readHead } from "@/lib/chains/solana/blocks";
import { small } from "@/lib/chains/solana/decode";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";
import { LIFE_BLOCKS } from "@/lib/chains/solana/prepare";
import { readStatusAt } from "@/lib/chains/solana/transactions";
import type { Confirmability, SentTransfer } from "@/lib/chains/spending";

/**
 * This node's word. `validUntil` is a count of blocks. Dead is a transaction when a finalized block lies beyond it, `confirmations` blocks
 * speak for that, and this node, at that block or later and with its records back to the transaction's birth, has no trace of it.
 */
export async function judgeConfirmability(
  node: SolanaNode,
  { transactionId, spends }: SentTransfer,
  confirmations: number,
  signal: AbortSignal,
): Promise<Confirmability> {
  if (spends.kind !== "expiring") throw new TypeError("a Solana transfer expires");
  const { validUntil } = spends;
  // The heads come first: a transaction included in between is then found by its status.
  const head = await readHead(node, "confirmed", signal);
  const final = await readHead(node, "finalized", signal);
  const { slot, status } = await readStatusAt(node, transactionId, signal);
  if (status.state === "included") {
    return { verdict: "included", block: status.block, succeeded: status.succeeded };
  }
  if (BigInt(head.blockHeight) <= validUntil) return { verdict: "possible" };
  const deepHeight = BigInt(head.blockHeight - Math.max(confirmations, 1) + 1);
  if (deepHeight <= validUntil || BigInt(final.blockHeight) <= validUntil) {
    return unproven("its last block has passed, but not by enough blocks");
  }
  if (status.state === "pending") return unproven("the node has it in a block that is not confirmed");
  // Several machines may answer behind one URL, each as far as it is.
  if (slot < final.reference.height) return unproven(`the node that was asked for it is only at ${slot}`);
  if (!(await remembers(node, validUntil - LIFE_BLOCKS, signal))) {
    return unproven("the node's records do not go back to its time");
  }
  return { verdict: "impossible", reason: "expired" };
}

/**
 * Whether the node's records go back to this height: else it would not know what was included then. Asked after the status, because records
 * only ever get shorter at that end.
 */
async function remembers(node: SolanaNode, height: bigint, signal: AbortSignal): Promise<boolean> {
  const first = small(await node.request("getFirstAvailableBlock", [], signal));
  if (first === 0) return true;
  const oldest = await readBlock(node, first, "finalized", signal);
  return oldest !== null && BigInt(oldest.blockHeight) <= height;
}

function unproven(reason: string): Confirmability {
  return { verdict: "unproven", reason };
}
