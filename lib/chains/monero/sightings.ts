import type { MatchDestinations } from "@/lib/chains/driver";
import type { Transfer } from "@/lib/chains/facts";
import { askOnce, keepMatched } from "@/lib/chains/monero/ask-once";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";
import { findTransactions } from "@/lib/chains/monero/transactions";
import { decodePayments, toTransfers } from "@/lib/chains/monero/wallet-payments";

/**
 * What waits in the daemon's pool and pays to us, without what something else there contests. The wallet goes on listing what is in a block
 * until it has read that block: whether something still waits is the daemon's to say.
 */
export async function readSightings(
  node: MoneroNode,
  match: MatchDestinations,
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const { pool } = await node.wallet.call("get_transfers", { pool: true, all_accounts: true }, signal);
  const listed = decodePayments(pool).filter(({ isContested }) => !isContested);
  const ids = [...new Set(listed.map(({ transactionId }) => transactionId))];
  const found = await findTransactions(node, ids, signal);
  const inPool = new Set(found.filter(({ height }) => height === null).map(({ transactionId }) => transactionId));
  const waiting = listed.filter(({ transactionId }) => inPool.has(transactionId));
  return keepMatched(
    waiting.flatMap((payment) => toTransfers(payment, null)),
    askOnce(match),
  );
}
