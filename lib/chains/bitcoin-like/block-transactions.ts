import { decodeReference } from "@/lib/chains/bitcoin-like/blocks";
import { decodeTransaction, fieldsOf, hash, list, type RpcTransaction } from "@/lib/chains/bitcoin-like/decode";
import { batchWhole, type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { AnswerTooLargeError } from "@/lib/chains/exchange";
import type { BlockReference } from "@/lib/chains/facts";

export type CoinBlock = { readonly reference: BlockReference; readonly transactions: readonly RpcTransaction[] };

/**
 * A block with its transactions. Nodes whose `getblock` knows yes and no only (Dogecoin 1.14), and blocks too large for one answer,
 * are read transaction by transaction, which needs a node with `txindex=1`.
 */
export async function readBlockTransactions(
  node: CoinNode,
  blockHash: string,
  signal: AbortSignal,
): Promise<CoinBlock> {
  const block = await readWhole(node, blockHash, signal).catch((error: unknown) => {
    if (!isTooMuchAsked(error)) throw error;
    return readByParts(node, blockHash, signal);
  });
  if (block.reference.hash === blockHash) return block;
  throw new ChainInconsistentError(`${node.name} sent block ${block.reference.hash} for ${blockHash}`);
}

async function readWhole(node: CoinNode, blockHash: string, signal: AbortSignal): Promise<CoinBlock> {
  const answer = await node.request("getblock", [blockHash, 2], signal);
  const transactions = list(fieldsOf(answer).tx).map(decodeTransaction);
  return { reference: decodeReference(answer), transactions };
}

async function readByParts(node: CoinNode, blockHash: string, signal: AbortSignal): Promise<CoinBlock> {
  const answer = await node.request("getblock", [blockHash, true], signal);
  const reference = decodeReference(answer);
  // No node hands out the transaction of block 0, and nobody can spend it.
  if (reference.height === 0) return { reference, transactions: [] };
  const ids = list(fieldsOf(answer).tx).map(hash);
  const calls = ids.map((id) => ({ method: "getrawtransaction", params: [id, true] }));
  const transactions = (await batchWhole(node, calls, signal)).map(decodeTransaction);
  const stray = transactions.find(({ transactionId }, index) => transactionId !== ids[index]);
  if (stray !== undefined) throw new ChainInconsistentError(`${node.name} sent transaction ${stray.transactionId}`);
  return { reference, transactions };
}

/** "JSON value is not a boolean as expected" of Dogecoin and its like. */
function isTooMuchAsked(error: unknown): boolean {
  return error instanceof AnswerTooLargeError || (error instanceof NodeAnswerError && /boolean/i.test(error.message));
}
