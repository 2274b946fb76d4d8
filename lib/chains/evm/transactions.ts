import type { TransactionStatus } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { readBlockByHash } from "@/lib/chains/evm/blocks";
import type { EvmDriverConfig } from "@/lib/chains/evm/config";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import { findReceipt } from "@/lib/chains/evm/receipts";

/**
 * This node's word on one transaction. Where data has a fee of its own, a receipt that does not tell it leaves the cost unknown: the books would
 * otherwise count too little.
 */
export async function readTransactionStatus(
  node: EvmNode,
  transactionId: string,
  signal: AbortSignal,
  { dataFee, mayLackDataFee }: Pick<EvmDriverConfig, "dataFee" | "mayLackDataFee"> = {},
): Promise<TransactionStatus> {
  const receipt = await findReceipt(node, transactionId, signal);
  if (receipt === null) return readUnincluded(node, transactionId, signal);
  const block = await readBlockByHash(node, receipt.blockHash, signal);
  if (block === null) {
    throw new ChainInconsistentError(`${node.name} lost the block of ${transactionId} while being read`);
  }
  const isWhole = dataFee === undefined || mayLackDataFee === true || receipt.dataFeeUnits !== null;
  return { state: "included", block, succeeded: receipt.succeeded, feeUnits: isWhole ? receipt.feeUnits : null };
}

async function readUnincluded(node: EvmNode, transactionId: string, signal: AbortSignal): Promise<TransactionStatus> {
  const answer = await node.request("eth_getTransactionByHash", [transactionId], signal);
  // Also when it names a block: its receipt was not there a moment ago, so the next look will tell.
  return { state: answer == null ? "absent" : "pending" };
}
