import { decodeReference } from "@/lib/chains/bitcoin-like/blocks";
import { decodeTransaction, fieldsOf, hash, list, type RpcTransaction } from "@/lib/chains/bitcoin-like/decode";
import { batchWhole, type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import type { Coin } from "@/lib/chains/spending";
import { chunk } from "@/lib/kernel/chunk";

/** Limit on transactions in memory where a block is read transaction by transaction. */
const TRANSACTIONS_AT_ONCE = 400;

/**
 * Receives a block's transactions in order, one at a time: a whole block takes a hundred times the
 * memory of the transfers in it.
 */
export type Taking = {
  readonly take: (transaction: RpcTransaction) => void;
  /** Awaited periodically before more transactions are passed. */
  readonly between?: () => Promise<void>;
};

/**
 * Reads a block with its transactions. Nodes whose `getblock` accepts only a boolean (Dogecoin
 * 1.14), and blocks too large for one response, are read transaction by transaction, which needs a
 * node with `txindex=1`; the transactions are then taken again from the start.
 *
 * @throws AnswerTooLargeError when the block is too large for one response and the node cannot
 *   provide its transactions another way
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
  // No node returns the transaction of block 0, and nobody can spend it.
  if (reference.height === 0) return reference;
  for (const ids of chunk(list(fieldsOf(answer).tx).map(hash), TRANSACTIONS_AT_ONCE)) {
    const calls = ids.map((id) => ({ method: "getrawtransaction", params: [id, true] }));
    const transactions = (await batchWhole(node, calls, signal)).map(decodeTransaction);
    const stray = transactions.find(({ transactionId }, index) => transactionId !== ids[index]);
    if (stray !== undefined) throw new ChainInconsistentError(`${node.name} sent transaction ${stray.transactionId}`);
    transactions.forEach(take);
    await between?.();
  }
  return reference;
}

/** "JSON value is not a boolean as expected" from Dogecoin and similar nodes. */
function isTooMuchAsked(error: unknown): boolean {
  return error instanceof AnswerTooLargeError || (error instanceof NodeAnswerError && /boolean/i.test(error.message));
}

/** What the transactions of one block spend. */
type BlockSpends = {
  readonly reference: BlockReference;
  /** Id of the spending transaction, by coin name. */
  readonly spenders: ReadonlyMap<string, string>;
};

/** Several hours on the fastest of these chains. */
const BLOCKS_KEPT_MAX = 300;
/** Some 40 MB: full Bitcoin blocks spend up to seven thousand coins each. */
const SPENDS_KEPT_MAX = 200_000;

/** Per node, because each node's answers are trusted separately; least recently used first. */
const kept = new WeakMap<CoinNode, Map<string, BlockSpends>>();

/**
 * Returns the spends of a block. A block is immutable under its hash, so the answer of this node is
 * cached while it is among the most recent.
 */
export async function readBlockSpends(node: CoinNode, blockHash: string, signal: AbortSignal): Promise<BlockSpends> {
  const blocks = kept.get(node) ?? new Map<string, BlockSpends>();
  kept.set(node, blocks);
  const known = blocks.get(blockHash);
  blocks.delete(blockHash);
  const block = known ?? (await readSpends(node, blockHash, signal));
  blocks.set(blockHash, block);
  dropOldest(blocks);
  return block;
}

async function readSpends(node: CoinNode, blockHash: string, signal: AbortSignal): Promise<BlockSpends> {
  const begin = () => {
    const spenders = new Map<string, string>();
    const take = ({ transactionId, inputs }: RpcTransaction) => {
      for (const coin of inputs) spenders.set(coinName(coin), transactionId);
    };
    return { spenders, take };
  };
  const { reference, taken } = await readBlockTransactions(node, blockHash, begin, signal);
  return { reference, spenders: taken.spenders };
}

function dropOldest(blocks: Map<string, BlockSpends>): void {
  let spends = 0;
  for (const { spenders } of blocks.values()) spends += spenders.size;
  for (const [hash, { spenders }] of blocks) {
    if (blocks.size <= BLOCKS_KEPT_MAX && spends <= SPENDS_KEPT_MAX) return;
    blocks.delete(hash);
    spends -= spenders.size;
  }
}

export function coinName({ transactionId, index }: Pick<Coin, "transactionId" | "index">): string {
  return `${transactionId} ${index}`;
}
