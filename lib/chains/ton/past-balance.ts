import { ChainInconsistentError } from "@/lib/chains/errors";
import { readAccountState } from "@/lib/chains/ton/account-state";
import { balanceChange } from "@/lib/chains/ton/balance-change";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import { readTransactions, type TonTransaction } from "@/lib/chains/ton/transactions";

/** Hardly ever is more than this newer than what was read of a chain. */
const PAGE = 100;

/**
 * What an account held after a block: what it holds now, less what each of its transactions in newer blocks changed. A node has no states
 * of the past, but all transactions. One question for each hundred of them that are newer, so this is for heights close to the head.
 *
 * @throws ChainInconsistentError when the node's transactions are not those that led to the state it shows
 */
export async function readBalanceAt(
  node: TonNode,
  account: string,
  height: number,
  signal: AbortSignal,
): Promise<bigint> {
  let { balance, lastLt } = await readAccountState(node, account, signal);
  while (lastLt > 0n) {
    const newest = await readUpTo(node, account, lastLt, signal);
    for (const transaction of newest) {
      if (transaction.lt !== lastLt) throw new ChainInconsistentError(`${node.name} skips a transaction of ${account}`);
      if (transaction.height <= height) return balance;
      balance -= balanceChange(transaction);
      lastLt = transaction.previousLt;
    }
    if (newest.length === 0) throw new ChainInconsistentError(`${node.name} lacks transactions of ${account}`);
  }
  return balance;
}

/** Those of an account up to one of them, the newest first. */
async function readUpTo(
  node: TonNode,
  account: string,
  lastLt: bigint,
  signal: AbortSignal,
): Promise<readonly TonTransaction[]> {
  const query = { account, end_lt: lastLt.toString(), limit: PAGE, sort: "desc" };
  return readTransactions(node, "/api/v3/transactions", query, signal);
}
