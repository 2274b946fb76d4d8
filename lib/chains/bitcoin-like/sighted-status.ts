import { readUnspent } from "@/lib/chains/bitcoin-like/coins-in-chain";
import { type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import { findTransaction, readTransactionStatus } from "@/lib/chains/bitcoin-like/transactions";
import type { Sighted, SightedStatus } from "@/lib/chains/driver";
import type { CoinName } from "@/lib/chains/facts";

/**
 * This node's word on a transaction that a mempool showed; null when it is one that cannot say, because it keeps no index of
 * transactions.
 */
export async function readSightedStatus(
  node: CoinNode,
  { transactionId, spends }: Sighted,
  signal: AbortSignal,
): Promise<SightedStatus | null> {
  try {
    // Asked before the transaction itself: one that came into a block meanwhile has spent them, and is not absent.
    const isTaken = await isAnyTaken(node, spends, signal);
    const status = await readTransactionStatus(node, transactionId, signal);
    return status.state === "absent" && isTaken ? { state: "replaced" } : status;
  } catch (error) {
    if (error instanceof NodeAnswerError) return null;
    throw error;
  }
}

/** Something in the chain or in the mempool spends one of them. One whose own transaction is gone as well was not spent by anybody. */
async function isAnyTaken(node: CoinNode, coins: readonly CoinName[], signal: AbortSignal): Promise<boolean> {
  const unspent = await readUnspent(node, coins, true, signal);
  const missing = coins.filter((_, index) => unspent[index] === null);
  for (const { transactionId } of missing) {
    if ((await findTransaction(node, transactionId, signal)) !== null) return true;
  }
  return false;
}
