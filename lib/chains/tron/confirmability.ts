import type { BlockReference } from "@/lib/chains/facts";
import type { Confirmability, SignedTransfer } from "@/lib/chains/spending";
import { readBlock, readHead } from "@/lib/chains/tron/blocks";
import type { TronNode } from "@/lib/chains/tron/http-node";
import { isKnown, readIncluded, readTransactionStatus } from "@/lib/chains/tron/transactions";

/**
 * This node's word. A block takes no transaction whose expiration the block below it has reached, so a chain whose block at
 * that time is final and does not have it never will. The times are read first: what is included in between is then
 * found. The node must have lost it in both halves of its API, and know of it neither a result nor itself.
 */
export async function judgeConfirmability(
  node: TronNode,
  transfer: Pick<SignedTransfer, "transactionId" | "spends">,
  confirmations: number,
  signal: AbortSignal,
): Promise<Confirmability> {
  const { spends, transactionId } = transfer;
  if (spends.kind !== "expiring") throw new TypeError("a TRON transaction expires");
  const { validUntil } = spends;
  const final = await readHead(node, "walletsolidity", signal);
  const head = await readHead(node, "wallet", signal);
  const deep = await readDeep(node, head, confirmations, signal);
  const status = await readTransactionStatus(node, transactionId, signal);
  if (status.state === "included") {
    return { verdict: "included", block: status.block, succeeded: status.succeeded };
  }
  if (!hasPassed(head, validUntil)) return { verdict: "possible" };
  if (!hasPassed(final, validUntil) || deep === null || !hasPassed(deep, validUntil)) {
    return { verdict: "unproven", reason: "the expiry has passed, but no final block deep enough says so" };
  }
  if (status.state === "pending") {
    return { verdict: "unproven", reason: "the node still holds the expired transaction" };
  }
  return judgeFinal(node, transactionId, signal);
}

async function judgeFinal(node: TronNode, transactionId: string, signal: AbortSignal): Promise<Confirmability> {
  const included = await readIncluded(node, transactionId, "walletsolidity", signal);
  if (included !== null) return { verdict: "included", block: included.block, succeeded: included.succeeded };
  const isThere = await isKnown(node, transactionId, "walletsolidity", signal);
  return isThere
    ? { verdict: "unproven", reason: "the node has the transaction in a final block and tells no result" }
    : { verdict: "impossible", reason: "expired" };
}

/** The newest block that `confirmations` blocks, itself included, speak for. */
async function readDeep(
  node: TronNode,
  head: BlockReference,
  confirmations: number,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const height = Math.max(head.height - Math.max(confirmations, 1) + 1, 0);
  return (await readBlock(node, height, "wallet", signal))?.reference ?? null;
}

/** `validUntil` in milliseconds since 1970, like the times of blocks. */
export function hasPassed(block: BlockReference, validUntil: bigint): boolean {
  return BigInt(block.time.getTime()) >= validUntil;
}
