import type { BlockReference } from "@/lib/chains/facts";
import type { Confirmability, SentTransfer } from "@/lib/chains/spending";
import { readBlock, readHead, readReferenceIn } from "@/lib/chains/tron/blocks";
import type { TronNode } from "@/lib/chains/tron/http-node";
import { isKnown, readIncluded, readTransactionStatus } from "@/lib/chains/tron/transactions";

/** Blocks looked through for one that holds anything: on the main network none is empty. */
const BLOCKS_LOOKED_THROUGH = 20;

/** A transaction that is certain to be in the chain, by which a machine shows what it knows. */
type Witness = { readonly transactionId: string; readonly height: number };

/**
 * The newest one in a final block from this height down, as long as the blocks are late enough;
 * null when those hold none.
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
 * Whether it is there in each of the ways in which a payout must be missing before it counts as
 * dead.
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
 * `isAlone`: behind the URL is one machine and no more, as in the sandbox, whose blocks hold
 * nothing for hours.
 */
type Terms = { readonly confirmations: number; readonly isAlone: boolean };

/**
 * This node's word. A block takes no transaction whose expiration the block below it has reached,
 * so a chain whose block at that time is final and does not have it never will. The times are read
 * first: what is included in between is then found. The node must have lost it in both halves of
 * its API, and know of it neither a result nor itself.
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
 * Behind one URL may stand many machines. The one that says "nothing" has to be as far as the one
 * that told the time, and to keep what it was told: it must know a transaction that is later than
 * the expiry, asked for in the same ways, before and after.
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

/** The newest block that `confirmations` blocks, itself included, speak for. */
async function readDeep(
  node: TronNode,
  head: BlockReference,
  confirmations: number,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const height = Math.max(head.height - Math.max(confirmations, 1) + 1, 0);
  return readReferenceIn(node, height, "wallet", signal);
}

/** `validUntil` in milliseconds since 1970, like the times of blocks. */
export function hasPassed(block: BlockReference, validUntil: bigint): boolean {
  return BigInt(block.time.getTime()) >= validUntil;
}

function unproven(reason: string): Confirmability {
  return { verdict: "unproven", reason };
}
