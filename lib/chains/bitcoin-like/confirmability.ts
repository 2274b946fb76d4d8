import { coinName, readBlockSpends } from "@/lib/chains/bitcoin-like/block-spends";
import { readHead } from "@/lib/chains/bitcoin-like/blocks";
import { readUnspent } from "@/lib/chains/bitcoin-like/coins-in-chain";
import type { CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import { findTransaction, readTransactionStatus } from "@/lib/chains/bitcoin-like/transactions";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference, CoinName } from "@/lib/chains/facts";
import type { Confirmability, SentTransfer } from "@/lib/chains/spending";

const ATTEMPTS = 3;

/**
 * This node's word. A transaction of this family never expires: it is dead only when another one in the chain spent one of its coins,
 * and proven dead only when that other one lies as deep as asked.
 *
 * How deep is found without an index of spends: a coin that was made in the chain, is no longer among its unspent outputs, and is spent by
 * none of the newest blocks was spent below them. All of it is read under one head, or read again. What made a coin and is neither in the
 * chain nor waits is told as lost: whether it comes back is a question about that one.
 */
export async function judgeConfirmability(
  node: CoinNode,
  transfer: SentTransfer,
  confirmations: number,
  signal: AbortSignal,
): Promise<Confirmability> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const head = await readHead(node, signal);
    const verdict = await judgeUnder(node, transfer, { head, confirmations: Math.max(confirmations, 1) }, signal);
    // Otherwise a coin may be gone by a block that was not looked at.
    if ((await readHead(node, signal)).hash === head.hash) return verdict;
  }
  throw new ChainInconsistentError(`${node.name} got new blocks each time that it was asked`);
}

const POSSIBLE = { verdict: "possible" } as const;

type Depth = { readonly head: BlockReference; readonly confirmations: number };

async function judgeUnder(
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
  const verdict = spent.length > 0 ? await judgeSpent(node, spent, depth, signal) : POSSIBLE;
  if (lost.length === 0 || verdict.verdict === "impossible") return verdict;
  const ids = [...new Set(lost.map((coin) => coin.transactionId))];
  return { verdict: "unproven", reason: "a transaction that made one of its coins is gone", lost: ids };
}

/** `spent`: made in the chain, and no longer there. `lost`: made by what this node does not have. The rest is made by what waits. */
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

/** One coin spent deep enough is enough; each one that the newest blocks took may yet be given back by a reorganisation. */
async function judgeSpent(
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
