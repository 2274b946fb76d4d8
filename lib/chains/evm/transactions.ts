import type { TransactionStatus } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { readBlockByHash } from "@/lib/chains/evm/blocks";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import { findReceipt } from "@/lib/chains/evm/receipts";

/** This node's word on one transaction. */
export async function readTransactionStatus(
  node: EvmNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const receipt = await findReceipt(node, transactionId, signal);
  if (receipt === null) return readUnincluded(node, transactionId, signal);
  const block = await readBlockByHash(node, receipt.blockHash, signal);
  if (block === null) {
    throw new ChainInconsistentError(`${node.name} lost the block of ${transactionId} while being read`);
  }
  return { state: "included", block, succeeded: receipt.succeeded, feeUnits: receipt.feeUnits };
}

async function readUnincluded(node: EvmNode, transactionId: string, signal: AbortSignal): Promise<TransactionStatus> {
  const answer = await node.request("eth_getTransactionByHash", [transactionId], signal);
  // Also when it names a block: its receipt was not there a moment ago, so the next look will tell.
  return { state: answer == null ? "absent" : "pending" };
}
