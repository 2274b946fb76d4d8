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
 * The outcome of a wallet's request; `costUnits` is everything that the wallet lost beyond the
 * amount that arrived, up to the block of `height`: booked earlier, the ledger would hold what is
 * not there yet.
 */
export type Outcome = { readonly succeeded: boolean; readonly costUnits: bigint; readonly height: number };

/**
 * Returns the outcome, or null while triggered messages are still under way. TON sent to an account
 * has arrived when the account received it, whatever happened then: the message is non-bounceable.
 * Tokens have arrived when the recipient's token wallet received them, and the cost is known when
 * the excess of the attached value is back, minus what the wallet pays for receiving it.
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
 * Follows one message and what it triggers, as far as it concerns these tokens or returns to their
 * owner.
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
 * Returns this node's attestation of one transaction: ours, by the hash of its message, or a
 * payer's, by its own. A node shows nothing of a submitted message before a block includes it; from
 * then on it is pending until everything it triggered has ended, and the last of those blocks is
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

/**
 * Returns the wallet's transaction that received this external message, which nobody else could
 * have signed.
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
  // The payer's own transaction is another one, which has the cost.
  return { state: "included", block, succeeded: isArrival(transaction), feeUnits: null };
}

/**
 * Returns the hash of the external message that a transaction received, which is its sender's only
 * id of it; null when it received none.
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
