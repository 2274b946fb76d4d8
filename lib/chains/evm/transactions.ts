import type { TransactionStatus } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { readBlockByHash, readHead, toHex } from "@/lib/chains/evm/blocks";
import type { EvmDriverConfig } from "@/lib/chains/evm/config";
import { decodeLog, decodeReceipt, quantity, type RpcLog, type RpcReceipt } from "@/lib/chains/evm/decode";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import type { Confirmability, SentTransfer } from "@/lib/chains/spending";

/** A receipt, and the ordinal of each of its logs by its index within the block: 0 is the first. */
export type NumberedReceipt = RpcReceipt & { readonly ordinals: ReadonlyMap<number, number> };

type LogReading = { readonly take: (log: RpcLog) => void; readonly between?: () => Promise<void> };

/**
 * Returns null when the node has none. Of its logs, which may be many thousands, none is stored.
 */
async function findReceipt(
  node: EvmNode,
  id: string,
  signal: AbortSignal,
  { take, between }: LogReading = { take: () => undefined },
): Promise<NumberedReceipt | null> {
  const ordinals = new Map<number, number>();
  let logs = 0;
  const takeLog = (item: unknown) => {
    const log = decodeLog(item);
    if (!ordinals.has(log.logIndex)) ordinals.set(log.logIndex, logs);
    logs += 1;
    take(log);
  };
  const call = { method: "eth_getTransactionReceipt", params: [id] };
  const answer = await node.read(call, { takers: { "$.result.logs.*": takeLog }, ...(between && { between }) }, signal);
  return answer == null ? null : { ...decodeReceipt(answer), ordinals };
}

/**
 * Reads the receipt of a transaction that a block of this node lists. @throws
 * ChainInconsistentError when the node does not have it after all
 */
export async function readReceipt(
  node: EvmNode,
  id: string,
  signal: AbortSignal,
  reading?: LogReading,
): Promise<NumberedReceipt> {
  const receipt = await findReceipt(node, id, signal, reading);
  if (receipt === null) throw new ChainInconsistentError(`${node.name} has no receipt of ${id}`);
  return receipt;
}

/**
 * Returns this node's attestation of one transaction. Where data has a separate fee, a receipt
 * without it leaves the cost unknown: otherwise the ledger would book too little.
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
  // Also when it names a block: its receipt did not exist just before, so the next read will tell.
  return { state: answer == null ? "absent" : "pending" };
}

/**
 * Returns this node's attestation. An EVM transaction never expires: it is dead only when another
 * one took its nonce, and proven dead only when that other one is as deep as the chain's finality
 * requires.
 */
export async function evaluateConfirmability(
  node: EvmNode,
  transfer: SentTransfer,
  confirmations: number,
  signal: AbortSignal,
): Promise<Confirmability> {
  const { spends, transactionId } = transfer;
  if (spends.kind !== "nonce") throw new TypeError("an EVM transfer spends a nonce");
  // The counts are read first: a transaction included in between is then found by its receipt.
  const head = await readHead(node, signal);
  const deepHeight = Math.max(head.height - Math.max(confirmations, 1) + 1, 0);
  const usedNow = await readNonce(node, spends.address, "latest", signal);
  const usedDeep = await readNonce(node, spends.address, toHex(deepHeight), signal);
  const status = await readTransactionStatus(node, transactionId, signal);
  if (status.state === "included") {
    return { verdict: "included", block: status.block, succeeded: status.succeeded };
  }
  if (usedNow <= spends.nonce) return { verdict: "possible" };
  if (usedDeep <= spends.nonce) {
    return { verdict: "unproven", reason: "another transaction took the nonce but is not deep enough" };
  }
  return { verdict: "impossible", reason: "spent" };
}

export async function readNonce(node: EvmNode, address: string, tag: string, signal: AbortSignal): Promise<bigint> {
  return quantity(await node.request("eth_getTransactionCount", [address, tag], signal));
}
