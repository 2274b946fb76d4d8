import type { TransactionStatus } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { readBlock } from "@/lib/chains/ton/blocks";
import { purposeOf } from "@/lib/chains/ton/bodies";
import { accountAt } from "@/lib/chains/ton/config";
import { isArrival } from "@/lib/chains/ton/deposits";
import { isOfTransfer, soleMessage } from "@/lib/chains/ton/token-origin";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import {
  balanceChange,
  findTransaction,
  readByMessage,
  sentAlong,
  type TonMessage,
  type TonTransaction,
} from "@/lib/chains/ton/transactions";
import { normalisedHash } from "@/lib/chains/ton/wallet";

/**
 * What the request of a wallet came to; `costUnits` is all that the wallet lost beyond the amount
 * that arrived, by the block of `height` at the latest: the books of a moment before it would hold
 * what is not there yet.
 */
export type Outcome = { readonly succeeded: boolean; readonly costUnits: bigint; readonly height: number };

/**
 * How it ended, or null while the messages that it set off are still on their way. Value sent to an
 * account has arrived when it was taken in, whatever came of that: it does not bounce. Tokens have
 * arrived when the receiver's wallet of them took them in, and what it cost is known when the rest
 * of the attached value is back, less what the wallet pays for taking that in.
 */
export async function readOutcome(node: TonNode, own: TonTransaction, signal: AbortSignal): Promise<Outcome | null> {
  const message = soleMessage(own);
  const spentUnits = own.totalFees + sentAlong(own.outMessages);
  if (message === null) return { succeeded: false, costUnits: spentUnits, height: own.height };
  if (purposeOf(message.body()) !== "token-transfer") {
    const taken = await findTaker(node, message, signal);
    return taken && { succeeded: true, costUnits: spentUnits - message.value, height: taken.height };
  }
  const settled = await settle(node, { owner: own.account, message, depth: 0 }, signal);
  if (settled === null) return null;
  return { succeeded: settled.hasArrived, costUnits: spentUnits - settled.returnedUnits, height: settled.height };
}

type Step = { readonly owner: string; readonly message: TonMessage; readonly depth: number };
type Settled = { readonly hasArrived: boolean; readonly returnedUnits: bigint; readonly height: number };

/**
 * Follows one message and what it set off, as far as it is about these tokens or comes back to
 * their owner.
 */
async function settle(node: TonNode, { owner, message, depth }: Step, signal: AbortSignal): Promise<Settled | null> {
  const taken = await findTaker(node, message, signal);
  if (taken === null) return null;
  const { height } = taken;
  if (taken.account === owner) return { hasArrived: false, returnedUnits: balanceChange(taken), height };
  const purpose = message.bounced ? "other" : purposeOf(message.body());
  let settled: Settled = { hasArrived: purpose === "token-arrival" && taken.succeeded, returnedUnits: 0n, height };
  for (const next of taken.outMessages.filter((out) => isOfTransfer(out, owner, depth + 1))) {
    const further = await settle(node, { owner, message: next, depth: depth + 1 }, signal);
    if (further === null) return null;
    settled = {
      hasArrived: settled.hasArrived || further.hasArrived,
      returnedUnits: settled.returnedUnits + further.returnedUnits,
      height: Math.max(settled.height, further.height),
    };
  }
  return settled;
}

async function findTaker(node: TonNode, message: TonMessage, signal: AbortSignal): Promise<TonTransaction | null> {
  const found = await readByMessage(node, [message.hash], signal);
  return (
    found.find(({ account, inMessage }) => {
      return account === message.destination && inMessage?.hash === message.hash;
    }) ?? null
  );
}

/**
 * This node's word on one transaction: of ours, by the hash of its message, or of a payer's, by its
 * own. A node shows nothing of what it was handed before a block took it; from then on it is
 * pending until all that it set off has ended, and the block of the last of that is the
 * transaction's.
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

/**
 * The transaction of a wallet that took in this message from outside, which nobody else could have
 * signed.
 */
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

/**
 * The name of the message from outside that a transaction took in, by which alone its sender knows
 * it; null when it took in none.
 */
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
