import { decodeReference } from "@/lib/chains/bitcoin-like/blocks";
import { decodeTransaction, fieldsOf, hash, list, type RpcTransaction } from "@/lib/chains/bitcoin-like/decode";
import { batchWhole, type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { AnswerTooLargeError } from "@/lib/chains/exchange";
import type { BlockReference } from "@/lib/chains/facts";
import { partsOf } from "@/lib/parts-of";

/** In memory at once where a block is read transaction by transaction. */
const TRANSACTIONS_AT_ONCE = 400;

/** Takes a block's transactions in their order, one after the other: a whole block takes a hundred times the room of what it pays. */
export type Taking = {
  readonly take: (transaction: RpcTransaction) => void;
  /** Awaited now and then, before more of them come. */
  readonly between?: () => Promise<void>;
};

/**
 * A block with its transactions. Nodes whose `getblock` knows yes and no only (Dogecoin 1.14), and blocks too large for one answer,
 * are read transaction by transaction, which needs a node with `txindex=1`: then all is taken anew.
 *
 * @throws AnswerTooLargeError when the block is too large for one answer, and the node knows its transactions by no other way
 */
export async function readBlockTransactions<Taken extends Taking>(
  node: CoinNode,
  blockHash: string,
  begin: () => Taken,
  signal: AbortSignal,
): Promise<{ readonly reference: BlockReference; readonly taken: Taken }> {
  const read = async (way: typeof readWhole) => {
    const taken = begin();
    return { reference: await way(node, blockHash, taken, signal), taken };
  };
  const block = await read(readWhole).catch((error: unknown) => {
    if (!isTooMuchAsked(error)) throw error;
    return read(readByParts).catch((failure: unknown) => {
      throw error instanceof AnswerTooLargeError && failure instanceof NodeAnswerError ? error : failure;
    });
  });
  if (block.reference.hash === blockHash) return block;
  throw new ChainInconsistentError(`${node.name} sent block ${block.reference.hash} for ${blockHash}`);
}

async function readWhole(
  node: CoinNode,
  blockHash: string,
  { take, between }: Taking,
  signal: AbortSignal,
): Promise<BlockReference> {
  const takers = { "$.result.tx.*": (item: unknown) => take(decodeTransaction(item)) };
  const call = { method: "getblock", params: [blockHash, 2] };
  const answer = await node.read(call, { takers, ...(between && { between }) }, signal);
  list(fieldsOf(answer).tx);
  return decodeReference(answer);
}

async function readByParts(
  node: CoinNode,
  blockHash: string,
  { take, between }: Taking,
  signal: AbortSignal,
): Promise<BlockReference> {
  const answer = await node.request("getblock", [blockHash, true], signal);
  const reference = decodeReference(answer);
  // No node hands out the transaction of block 0, and nobody can spend it.
  if (reference.height === 0) return reference;
  for (const ids of partsOf(list(fieldsOf(answer).tx).map(hash), TRANSACTIONS_AT_ONCE)) {
    const calls = ids.map((id) => ({ method: "getrawtransaction", params: [id, true] }));
    const transactions = (await batchWhole(node, calls, signal)).map(decodeTransaction);
    const stray = transactions.find(({ transactionId }, index) => transactionId !== ids[index]);
    if (stray !== undefined) throw new ChainInconsistentError(`${node.name} sent transaction ${stray.transactionId}`);
    transactions.forEach(take);
    await between?.();
  }
  return reference;
}

/** "JSON value is not a boolean as expected" of Dogecoin and its like. */
function isTooMuchAsked(error: unknown): boolean {
  return error instanceof AnswerTooLargeError || (error instanceof NodeAnswerError && /boolean/i.test(error.message));
}
