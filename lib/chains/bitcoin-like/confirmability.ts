import { coinName, readBlockSpends } from "@/lib/chains/bitcoin-like/block-transactions";
import { readHead } from "@/lib/chains/bitcoin-like/blocks";
import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import type { NodeRates } from "@/lib/chains/bitcoin-like/building/estimate-fee";
import { fieldsOf, units } from "@/lib/chains/bitcoin-like/decode";
import { type CoinNode, NodeAnswerError, type RpcCall } from "@/lib/chains/bitcoin-like/json-rpc";
import { readUnspent } from "@/lib/chains/bitcoin-like/origins";
import { findTransaction, readTransactionStatus } from "@/lib/chains/bitcoin-like/transactions";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference, CoinName } from "@/lib/chains/facts";
import type { Confirmability, FeePriority, SentTransfer } from "@/lib/chains/spending";

/** RPC_METHOD_NOT_FOUND: Bitcoin Cash nodes have only the older `estimatefee`. */
const METHOD_NOT_FOUND = -32601;

/**
 * Reads the node's fee rates, in base units per 1000 vbytes. A node with too little data reports
 * none.
 */
export async function readRates(
  node: CoinNode,
  family: CoinFamily,
  priority: FeePriority,
  signal: AbortSignal,
): Promise<NodeRates> {
  const target = parametersOf(family).confirmationTarget[priority];
  const calls: readonly RpcCall[] = [
    { method: "estimatesmartfee", params: [target] },
    { method: "getnetworkinfo", params: [] },
    { method: "getmempoolinfo", params: [] },
  ];
  const [smart, network, mempool] = await node.batch(calls, signal);
  return {
    estimated: await estimateIn(node, smart, signal),
    minimum: larger(rateIn(network, "relayfee"), rateIn(mempool, "mempoolminfee")),
    incremental: rateIn(network, "incrementalfee"),
  };
}

/** A node may have fee estimation disabled, which is no reason to fail over. */
async function estimateIn(node: CoinNode, smart: unknown, signal: AbortSignal): Promise<bigint | null> {
  if (!(smart instanceof NodeAnswerError)) return rateIn(smart, "feerate");
  return smart.code === METHOD_NOT_FOUND ? readOlderEstimate(node, signal) : null;
}

async function readOlderEstimate(node: CoinNode, signal: AbortSignal): Promise<bigint | null> {
  const [feerate] = await node.batch([{ method: "estimatefee", params: [] }], signal);
  return feerate instanceof NodeAnswerError ? null : rateIn({ feerate }, "feerate");
}

/** Returns null when it is missing, -1 ("no estimate") or zero. */
function rateIn(answer: unknown, field: string): bigint | null {
  if (answer instanceof NodeAnswerError) throw answer;
  const value = fieldsOf(answer)[field];
  if (value == null || String(value).startsWith("-")) return null;
  const rate = units(value);
  return rate > 0n ? rate : null;
}

function larger(left: bigint | null, right: bigint | null): bigint | null {
  if (left === null || right === null) return left ?? right;
  return left > right ? left : right;
}

const ATTEMPTS = 3;

/**
 * Returns this node's attestation. A transaction of this family never expires: it is dead only when
 * another one in the chain spent one of its coins, and proven dead only when that other one has the
 * required confirmations.
 *
 * The depth is found without an index of spends: a coin that was created in the chain, is no longer
 * unspent, and is not spent by any of the newest blocks was spent below them. Everything is read
 * under one head, or read again. A transaction that created a coin but is neither in the chain nor
 * pending is reported as lost: whether it returns has to be checked for that transaction.
 */
export async function evaluateConfirmability(
  node: CoinNode,
  transfer: SentTransfer,
  confirmations: number,
  signal: AbortSignal,
): Promise<Confirmability> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const head = await readHead(node, signal);
    const verdict = await evaluateUnder(node, transfer, { head, confirmations: Math.max(confirmations, 1) }, signal);
    // Otherwise a coin may have been spent in a block that was not checked.
    if ((await readHead(node, signal)).hash === head.hash) return verdict;
  }
  throw new ChainInconsistentError(`${node.name} got new blocks each time that it was asked`);
}

const POSSIBLE = { verdict: "possible" } as const;

type Depth = { readonly head: BlockReference; readonly confirmations: number };

async function evaluateUnder(
  node: CoinNode,
  { transactionId, spends }: SentTransfer,
  depth: Depth,
  signal: AbortSignal,
): Promise<Confirmability> {
  if (spends.kind !== "coins") throw new TypeError("a transfer of this family spends coins");
  const status = await readTransactionStatus(node, transactionId, signal);
  if (status.state === "included") return { verdict: "included", block: status.block, succeeded: status.succeeded };
  const unspent = await readUnspent(node, spends.coins, false, signal);
  const missing = spends.coins.filter((_, index) => unspent[index] === null);
  const { spent, lost } = await sortMissing(node, missing, signal);
  if (spent.length + lost.length > 0 && status.state === "pending") {
    return { verdict: "unproven", reason: "the node holds it, and says that its coins are gone" };
  }
  const verdict = spent.length > 0 ? await evaluateSpent(node, spent, depth, signal) : POSSIBLE;
  if (lost.length === 0 || verdict.verdict === "impossible") return verdict;
  const ids = [...new Set(lost.map((coin) => coin.transactionId))];
  return { verdict: "unproven", reason: "a transaction that made one of its coins is gone", lost: ids };
}

/**
 * `spent`: created in the chain, and no longer unspent. `lost`: created by a transaction that this
 * node does not have. The others were created by pending transactions.
 */
async function sortMissing(
  node: CoinNode,
  missing: readonly CoinName[],
  signal: AbortSignal,
): Promise<{ readonly spent: readonly CoinName[]; readonly lost: readonly CoinName[] }> {
  const spent: CoinName[] = [];
  const lost: CoinName[] = [];
  for (const coin of missing) {
    const source = await findTransaction(node, coin.transactionId, signal);
    if (source === null) lost.push(coin);
    else if (source.block !== null) spent.push(coin);
  }
  return { spent, lost };
}

/**
 * One coin that was spent deep enough is sufficient; a coin spent in the newest blocks may become
 * unspent again in a reorganisation.
 */
async function evaluateSpent(
  node: CoinNode,
  spent: readonly CoinName[],
  { head, confirmations }: Depth,
  signal: AbortSignal,
): Promise<Confirmability> {
  const shallow = new Set<string>();
  let blockHash = head.hash;
  for (let read = 1; read < confirmations && read <= head.height; read += 1) {
    const { reference, spenders } = await readBlockSpends(node, blockHash, signal);
    for (const coin of spent) if (spenders.has(coinName(coin))) shallow.add(coinName(coin));
    blockHash = reference.parentHash;
  }
  if (spent.some((coin) => !shallow.has(coinName(coin)))) return { verdict: "impossible", reason: "spent" };
  return { verdict: "unproven", reason: "another transaction spent its coins but is not deep enough" };
}
