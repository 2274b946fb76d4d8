import type { MatchDestinations, TransactionStatus } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { toChecksumAddress } from "@/lib/chains/evm/address";
import { readBlockByHash, readHead } from "@/lib/chains/evm/blocks";
import { decodeReceipt, decodeTransaction, list, type RpcTransaction } from "@/lib/chains/evm/decode";
import { type EvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import type { Transfer } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";

/** This node's word on one transaction. */
export async function readTransactionStatus(
  node: EvmNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const answer = await node.request("eth_getTransactionReceipt", [transactionId], signal);
  if (answer == null) return readUnincluded(node, transactionId, signal);
  const receipt = decodeReceipt(answer);
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

/**
 * Native transfers in this node's pending block. Token calls are left out: before they ran, nobody knows
 * what they log. A node without a pending block shows nothing.
 */
export async function readPending(
  node: EvmNode,
  match: MatchDestinations,
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const waiting = (await readPendingTransactions(node, signal)).filter(isNativeTransfer);
  if (waiting.length === 0) return [];
  const destinations = [...new Set(waiting.map(({ to }) => toChecksumAddress(to)))];
  const matched = await askMatch(match, destinations);
  return waiting.flatMap((transaction) => {
    const to = toChecksumAddress(transaction.to);
    if (!matched.has(to)) return [];
    return [
      {
        transactionId: transaction.hash,
        position: "native",
        asset: { kind: "native" as const },
        units: transaction.value,
        to: { address: to, memo: null },
        from: toChecksumAddress(transaction.from),
        block: null,
      },
    ];
  });
}

async function askMatch(match: MatchDestinations, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  try {
    return await match(addresses.map((address) => ({ address, memo: null })));
  } catch (error) {
    throw new CallerFailure("the match callback failed", { cause: error });
  }
}

async function readPendingTransactions(node: EvmNode, signal: AbortSignal): Promise<readonly RpcTransaction[]> {
  const head = await readHead(node, signal);
  try {
    const answer = await node.request("eth_getBlockByNumber", ["pending", true], signal);
    // Some nodes answer "pending" with the newest block, whose transactions are not pending at all.
    if (answer == null || parentOf(answer) !== head.hash) return [];
    return list((answer as { transactions?: unknown }).transactions).map(decodeTransaction);
  } catch (error) {
    if (error instanceof NodeAnswerError) return [];
    throw error;
  }
}

function parentOf(block: unknown): unknown {
  return typeof block === "object" && block !== null && "parentHash" in block ? block.parentHash : null;
}

function isNativeTransfer(transaction: RpcTransaction): transaction is RpcTransaction & { to: string } {
  return transaction.to !== null && transaction.value > 0n;
}
