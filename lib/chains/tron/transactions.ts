import type { TransactionStatus } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { type Api, readBlock } from "@/lib/chains/tron/blocks";
import { objectOrNothing } from "@/lib/chains/tron/decode";
import { NodeAnswerError, type TronNode } from "@/lib/chains/tron/http-node";
import { readInfo } from "@/lib/chains/tron/transaction-infos";

/**
 * This node's word on one transaction. The pool is asked first: what leaves it meanwhile is then found in a block. "Absent"
 * takes three answers; a node that keeps no results (`storage.transHistory.switch = "off"`) still has the transaction
 * itself and says "pending" for ever, which stops a payout but repeats none.
 */
export async function readTransactionStatus(
  node: TronNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const isPending = await isInPool(node, transactionId, signal);
  const included = await readIncluded(node, transactionId, "wallet", signal);
  if (included !== null) return included;
  return { state: isPending || (await isKnown(node, transactionId, "wallet", signal)) ? "pending" : "absent" };
}

/** Where and how it was included, by this half of the node's API; null when that has no result of it. */
export async function readIncluded(
  node: TronNode,
  transactionId: string,
  api: Api,
  signal: AbortSignal,
): Promise<(TransactionStatus & { readonly state: "included" }) | null> {
  const info = await readInfo(node, transactionId, api, signal);
  if (info === null) return null;
  const block = await readBlock(node, info.height, api, signal);
  const transaction = block?.transactions.find(({ id }) => id === transactionId);
  if (block === null || transaction === undefined) {
    throw new ChainInconsistentError(`${node.name} lost the block of ${transactionId} while being read`);
  }
  const succeeded = info.succeeded && transaction.succeeded;
  return { state: "included", block: block.reference, succeeded, feeUnits: info.feeUnits };
}

/** Whether the node has the transaction itself, in a block or, by its `wallet` half, in its pool. */
export async function isKnown(node: TronNode, transactionId: string, api: Api, signal: AbortSignal): Promise<boolean> {
  return objectOrNothing(await node.ask(`${api}/gettransactionbyid`, { value: transactionId }, signal)) !== null;
}

/** Not every service shows its pool by this name. */
async function isInPool(node: TronNode, transactionId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await node.ask("wallet/gettransactionfrompending", { value: transactionId }, signal);
    return objectOrNothing(answer) !== null;
  } catch (error) {
    if (error instanceof NodeAnswerError) return false;
    throw error;
  }
}
