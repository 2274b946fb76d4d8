import type { BlockReference } from "@/lib/chains/facts";
import type { Confirmability, SentTransfer } from "@/lib/chains/spending";
import { readBlock, readHead, readReferenceIn } from "@/lib/chains/tron/blocks";
import type { TronNode } from "@/lib/chains/tron/http-node";
import { isKnown, readIncluded, readTransactionStatus } from "@/lib/chains/tron/transactions";

/** Blocks searched for a non-empty one: on the main network none is empty. */
const BLOCKS_LOOKED_THROUGH = 20;

/**
 * A transaction that is certainly in the chain, by which a machine proves how far it has synced.
 */
type Witness = { readonly transactionId: string; readonly height: number };

/**
 * Returns the newest transaction in a final block from this height down, as long as the blocks are
 * late enough; null when they are empty.
 */
async function findWitness(
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

/**
 * Returns whether it is found by each of the queries by which a payout must be missing before it
 * counts as dead.
 */
async function isFound(node: TronNode, { transactionId, height }: Witness, signal: AbortSignal): Promise<boolean> {
  for (const api of ["wallet", "walletsolidity"] as const) {
    const included = await readIncluded(node, transactionId, api, signal);
    if (included?.block.height !== height) return false;
    if (!(await isKnown(node, transactionId, api, signal))) return false;
  }
  return true;
}

/**
 * `isAlone`: a single machine is behind the URL, as in the sandbox, whose blocks may be empty for
 * hours.
 */
type Terms = { readonly confirmations: number; readonly isAlone: boolean };

/**
 * Returns this node's attestation. A block includes no transaction whose expiration the block below
 * has reached, so a chain that does not have it when a block of that time is final never will. The
 * times are read first: a transaction included in between is then found. The node must lack it in
 * both halves of its API, both its result and the transaction itself.
 */
export async function evaluateConfirmability(
  node: TronNode,
  transfer: SentTransfer,
  { confirmations, isAlone }: Terms,
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
    return unproven("the expiry has passed, but no final block deep enough says so");
  }
  if (status.state === "pending") {
    return unproven("the node still holds the expired transaction");
  }
  const height = Math.min(deep.height, final.height);
  return isAlone
    ? evaluateFinal(node, transactionId, signal)
    : evaluateBesideWitness(node, { transactionId, validUntil, height }, signal);
}

/**
 * Several machines may be behind one URL. The machine that says "nothing" must be as far as the one
 * that reported the time, and must store transactions: it must know a transaction later than the
 * expiry, by the same queries, before and after.
 */
async function evaluateBesideWitness(
  node: TronNode,
  of: { readonly transactionId: string; readonly validUntil: bigint; readonly height: number },
  signal: AbortSignal,
): Promise<Confirmability> {
  const isLateEnough = (block: BlockReference) => hasPassed(block, of.validUntil);
  const witness = await findWitness(node, of.height, isLateEnough, signal);
  if (witness === null) return unproven("no transaction since the expiry shows how far the answering machine is");
  if (!(await isFound(node, witness, signal))) return unproven(MISSES_WITNESS);
  const status = await readTransactionStatus(node, of.transactionId, signal);
  if (status.state === "included") return { verdict: "included", block: status.block, succeeded: status.succeeded };
  if (status.state === "pending") return unproven("the node still holds the expired transaction");
  const judged = await evaluateFinal(node, of.transactionId, signal);
  if (judged.verdict !== "impossible") return judged;
  return (await isFound(node, witness, signal)) ? judged : unproven(MISSES_WITNESS);
}

const MISSES_WITNESS = "the machine that answers misses a transaction that another one behind this URL has";

async function evaluateFinal(node: TronNode, transactionId: string, signal: AbortSignal): Promise<Confirmability> {
  const included = await readIncluded(node, transactionId, "walletsolidity", signal);
  if (included !== null) return { verdict: "included", block: included.block, succeeded: included.succeeded };
  const isThere = await isKnown(node, transactionId, "walletsolidity", signal);
  return isThere
    ? unproven("the node has the transaction in a final block and tells no result")
    : { verdict: "impossible", reason: "expired" };
}

/** Returns the newest block that has `confirmations` confirmations, counting itself. */
async function readDeep(
  node: TronNode,
  head: BlockReference,
  confirmations: number,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const height = Math.max(head.height - Math.max(confirmations, 1) + 1, 0);
  return readReferenceIn(node, height, "wallet", signal);
}

/** `validUntil` is in milliseconds since 1970, like the times of blocks. */
export function hasPassed(block: BlockReference, validUntil: bigint): boolean {
  return BigInt(block.time.getTime()) >= validUntil;
}

function unproven(reason: string): Confirmability {
  return { verdict: "unproven", reason };
}
