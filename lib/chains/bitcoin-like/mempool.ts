import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { decodeTransaction, hash, list, type RpcTransaction } from "@/lib/chains/bitcoin-like/decode";
import { type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import { readOrigins, readUnspent } from "@/lib/chains/bitcoin-like/origins";
import { findTransaction, readTransactionStatus } from "@/lib/chains/bitcoin-like/transactions";
import { filterMatched, nameSenders, paidIn, toTransfer } from "@/lib/chains/bitcoin-like/transfers";
import type { MatchDestinations, MempoolStatus, MempoolTransaction } from "@/lib/chains/driver";
import type { CoinName, Transfer } from "@/lib/chains/facts";

/**
 * Transactions requested per call: many times the number that Bitcoin adds within a few seconds.
 */
const READS_MAX = 500;
/**
 * Coins reported per transaction: a hundredth of the possible number. A transaction that is
 * replaced through another coin is waited for instead.
 */
const SPENDS_TOLD_MAX = 20;

/** Payments per read whose senders are looked up before their block, largest first. */
const NAMED_MAX = 50;

/** Reads pending transactions, once per transaction and node. */
export type ReadMempool = (
  node: CoinNode,
  match: MatchDestinations,
  signal: AbortSignal,
) => Promise<readonly Transfer[]>;

/**
 * The pending transactions of one node. Those that left its mempool are dropped with the next call.
 */
type ReadIds = {
  /** By id: the payments to our destinations when the transaction was read; null until then. */
  waiting: ReadonlyMap<string, readonly Transfer[] | null>;
};

/**
 * Creates the mempool reader. Mempools hold a hundred thousand transactions, too many to read again
 * every few seconds. So each is read once, and only payments to us are cached, in this process. The
 * newest come first: after a start, older pending transactions are read as calls allow. A
 * destination that becomes ours after its transaction was read is found in its block.
 */
export function createMempoolReader(family: CoinFamily): ReadMempool {
  const readBy = new Map<string, ReadIds>();
  return async (node, match, signal) => {
    const readIds = readBy.get(node.name) ?? { waiting: new Map() };
    readBy.set(node.name, readIds);
    const ids = list(await node.request("getrawmempool", [], signal)).map(hash);
    const isNew = (id: string) => !readIds.waiting.has(id);
    const isOwed = (id: string) => readIds.waiting.get(id) === null;
    const due = [...ids.filter(isNew), ...ids.filter(isOwed)].slice(0, READS_MAX);
    const found = await readTransactions(node, family, due, match, signal);
    const waiting = new Map(ids.map((id) => [id, found.get(id) ?? readIds.waiting.get(id) ?? null] as const));
    readIds.waiting = waiting;
    // Matched again, because destinations differ between callers and over time.
    return filterMatched(
      [...waiting.values()].flatMap((transfers) => transfers ?? []),
      match,
    );
  };
}

async function readTransactions(
  node: CoinNode,
  family: CoinFamily,
  ids: readonly string[],
  match: MatchDestinations,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly Transfer[]>> {
  const calls = ids.map((id) => ({ method: "getrawtransaction", params: [id, true] }));
  const answers = calls.length === 0 ? [] : await node.batch(calls, signal);
  // A transaction that is refused or has a block has left the mempool: it was replaced or
  // confirmed.
  const transactions = answers
    .filter((answer) => !(answer instanceof NodeAnswerError))
    .map(decodeTransaction)
    .filter(({ blockHash }) => blockHash === null);
  const matched = await filterMatched(
    transactions.flatMap((transaction) => toPending(family, transaction)),
    match,
  );
  const largest = matched.toSorted((left, right) => (left.units < right.units ? 1 : -1)).slice(0, NAMED_MAX);
  const origins = await readOrigins(
    node,
    largest.map(({ transactionId }) => transactionId),
    signal,
  );
  const ours = await nameSenders(node, family, matched, origins, signal);
  const found = new Map<string, Transfer[]>(transactions.map(({ transactionId }) => [transactionId, []]));
  for (const transfer of ours) found.get(transfer.transactionId)?.push(transfer);
  return found;
}

function toPending(family: CoinFamily, transaction: RpcTransaction): readonly Transfer[] {
  const spends = transaction.inputs.slice(0, SPENDS_TOLD_MAX);
  const transfers = paidIn(family, transaction).flatMap((paid) => toTransfer(family, paid, null));
  return transfers.map((transfer) => ({ ...transfer, spends }));
}

/**
 * Returns this node's attestation of a transaction seen in a mempool; null when the node cannot
 * tell because it has no transaction index.
 */
export async function readMempoolStatus(
  node: CoinNode,
  { transactionId, spends }: MempoolTransaction,
  signal: AbortSignal,
): Promise<MempoolStatus | null> {
  try {
    // Checked before the transaction itself: a transaction that was included meanwhile has spent
    // its coins, and must not appear as absent.
    const isTaken = await isAnyTaken(node, spends, signal);
    const status = await readTransactionStatus(node, transactionId, signal);
    return status.state === "absent" && isTaken ? { state: "replaced" } : status;
  } catch (error) {
    if (error instanceof NodeAnswerError) return null;
    throw error;
  }
}

/**
 * Returns whether something in the chain or the mempool spends one of them. A coin whose own
 * transaction is gone too was not spent.
 */
async function isAnyTaken(node: CoinNode, coins: readonly CoinName[], signal: AbortSignal): Promise<boolean> {
  const unspent = await readUnspent(node, coins, true, signal);
  const missing = coins.filter((_, index) => unspent[index] === null);
  for (const { transactionId } of missing) {
    if ((await findTransaction(node, transactionId, signal)) !== null) return true;
  }
  return false;
}
