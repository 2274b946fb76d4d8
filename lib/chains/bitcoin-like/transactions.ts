import { readHeader } from "@/lib/chains/bitcoin-like/blocks";
import { isTransaction } from "@/lib/chains/bitcoin-like/building/previous-transaction";
import { decodeTransaction, hex, type RpcTransaction } from "@/lib/chains/bitcoin-like/decode";
import { batchWhole, type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import type { TransactionStatus } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import type { Coin } from "@/lib/chains/spending";

/**
 * RPC_INVALID_ADDRESS_OR_KEY of Bitcoin Core; here it means that the transaction does not exist.
 */
const NOT_FOUND = -5;

/**
 * What a node without an index adds to "not found": it searched only its mempool. Also returned
 * while the index is being built, when the answer is inconclusive too.
 */
const INDEX_MISSING = /txindex|still in the process of being indexed/i;

/** Most funding transactions read to compute one fee; our own transactions have a tenth of that. */
const FEE_LOOKUPS_MAX = 1_000;

export type FoundTransaction = {
  readonly transaction: RpcTransaction;
  /** Null while it is pending in the mempool. */
  readonly block: BlockReference | null;
};

/**
 * Returns the transaction's current location on the node; null when neither its chain nor its
 * mempool has it.
 * @throws NodeAnswerError from a node without a transaction index that does not have it pending
 */
export async function findTransaction(
  node: CoinNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<FoundTransaction | null> {
  const first = await findOnce(node, transactionId, signal);
  if (first?.isReplaced !== true) return first;
  // The index still names the replaced block. Read once more, in case the node was in the middle of
  // a reorganisation.
  const second = await findOnce(node, transactionId, signal);
  return second?.isReplaced === true ? null : second;
}

/**
 * Returns this node's attestation of one transaction. In this family an included transaction has
 * always succeeded.
 */
export async function readTransactionStatus(
  node: CoinNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const found = await findTransaction(node, transactionId, signal);
  if (found === null) return { state: "absent" };
  const { block, transaction } = found;
  if (block === null) return { state: "pending" };
  return { state: "included", block, succeeded: true, feeUnits: await readFee(node, transaction, signal) };
}

async function findOnce(
  node: CoinNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<(FoundTransaction & { readonly isReplaced: boolean }) | null> {
  const transaction = await readTransaction(node, transactionId, signal);
  if (transaction === null) return null;
  if (transaction.blockHash === null) return { transaction, block: null, isReplaced: false };
  const { reference, isInChain } = await readHeader(node, transaction.blockHash, signal);
  return { transaction, block: reference, isReplaced: !isInChain };
}

async function readTransaction(
  node: CoinNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<RpcTransaction | null> {
  try {
    const transaction = decodeTransaction(await node.request("getrawtransaction", [transactionId, true], signal));
    if (transaction.transactionId === transactionId) return transaction;
  } catch (error) {
    if (!(error instanceof NodeAnswerError) || error.code !== NOT_FOUND) throw error;
    if (!INDEX_MISSING.test(error.message)) return null;
    throw new NodeAnswerError(
      error.code,
      `${node.name} has no transaction index (start it with txindex=1), so it cannot tell whether ${transactionId} is in the chain`,
      { cause: error },
    );
  }
  throw new ChainInconsistentError(`${node.name} sent another transaction than ${transactionId}`);
}

/**
 * Returns the sum of its inputs minus the sum of its outputs; null for a coinbase, and when the
 * node lacks a funding transaction.
 */
async function readFee(
  node: CoinNode,
  { inputs, outputs }: RpcTransaction,
  signal: AbortSignal,
): Promise<bigint | null> {
  const ids = [...new Set(inputs.map(({ transactionId }) => transactionId))];
  if (ids.length === 0 || ids.length > FEE_LOOKUPS_MAX) return null;
  const answers = await node.batch(
    ids.map((id) => ({ method: "getrawtransaction", params: [id, true] })),
    signal,
  );
  const paidIn = new Map<string, bigint>();
  for (const answer of answers) {
    if (answer instanceof NodeAnswerError) return null;
    const { transactionId, outputs: made } = decodeTransaction(answer);
    for (const { index, units } of made) paidIn.set(`${transactionId} ${index}`, units);
  }
  let fee = 0n;
  for (const { transactionId, index } of inputs) {
    const units = paidIn.get(`${transactionId} ${index}`);
    if (units === undefined) return null;
    fee += units;
  }
  for (const { units } of outputs) fee -= units;
  return fee < 0n ? null : fee;
}

/**
 * Returns the bytes of each transaction that created one of the coins, by id, in hex. A legacy
 * signature does not commit to the amount, so the builder reads it from these bytes. Their hash is
 * verified here, where another node can still be queried.
 * @throws Error when the node sent other bytes
 */
export async function readPreviousTransactions(
  node: CoinNode,
  coins: readonly Coin[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(coins.map(({ transactionId }) => transactionId))];
  return new Map(await readRaw(node, ids, signal));
}

/**
 * Returns pairs of id and bytes, in the order given. @throws Error when the node sent other bytes
 */
export async function readRaw(
  node: CoinNode,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly (readonly [id: string, rawHex: string])[]> {
  const calls = ids.map((id) => ({ method: "getrawtransaction", params: [id, false] }));
  const answers = calls.length === 0 ? [] : await batchWhole(node, calls, signal);
  return ids.map((id, index) => {
    const rawHex = hex(answers[index]);
    if (!isTransaction(id, rawHex)) throw new Error(`${node.name} sent other bytes than those of ${id}`);
    return [id, rawHex] as const;
  });
}
