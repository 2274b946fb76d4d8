import type { TransactionStatus } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { accountAt } from "@/lib/chains/ton/address";
import { readBlock } from "@/lib/chains/ton/blocks";
import { isArrival } from "@/lib/chains/ton/deposits";
import { readOutcome } from "@/lib/chains/ton/outcome";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import { findTransaction, readByMessage, type TonTransaction } from "@/lib/chains/ton/transactions";
import { normalisedHash } from "@/lib/chains/ton/wallet";

/**
 * This node's word on one transaction: of ours, by the hash of its message, or of a payer's, by its own. A node shows nothing of what it
 * was handed before a block took it; from then on it is pending until all that it set off has ended, and the block of the last of that is
 * the transaction's.
 */
export async function readTransactionStatus(
  node: TonNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const own = await findOwn(node, transactionId, signal);
  if (own === null) return readDepositStatus(node, transactionId, signal);
  const outcome = await readOutcome(node, own, signal);
  if (outcome === null) return { state: "pending" };
  const block = await readBlockOf(node, outcome, signal);
  return { state: "included", block, succeeded: outcome.succeeded, feeUnits: outcome.costUnits };
}

/** The transaction of a wallet that took in this message from outside, which nobody else could have signed. */
export async function findOwn(node: TonNode, messageId: string, signal: AbortSignal): Promise<TonTransaction | null> {
  return ownAmong(await readByMessage(node, [messageId], signal), messageId);
}

export function ownAmong(found: readonly TonTransaction[], messageId: string): TonTransaction | null {
  return found.find((transaction) => nameOf(transaction) === messageId) ?? null;
}

async function readDepositStatus(node: TonNode, id: string, signal: AbortSignal): Promise<TransactionStatus> {
  const transaction = await findTransaction(node, id, signal);
  if (transaction === null) return { state: "absent" };
  const block = await readBlockOf(node, transaction, signal);
  // The payer's own transaction is another one, and what it cost stands there.
  return { state: "included", block, succeeded: isArrival(transaction), feeUnits: null };
}

/** The name of the message from outside that a transaction took in, by which alone its sender knows it; null when it took in none. */
export function nameOf({ account, inMessage }: TonTransaction): string | null {
  if (inMessage === null || inMessage.source !== null) return null;
  return normalisedHash(accountAt(account), inMessage.body());
}

async function readBlockOf(
  node: TonNode,
  { height }: Pick<TonTransaction, "height">,
  signal: AbortSignal,
): Promise<BlockReference> {
  const block = await readBlock(node, height, signal);
  if (block !== null) return block;
  throw new ChainInconsistentError(`${node.name} lost block ${height} while being read`);
}
