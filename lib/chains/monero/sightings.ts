import type { MatchDestinations } from "@/lib/chains/driver";
import type { Transfer } from "@/lib/chains/facts";
import { askOnce, keepMatched } from "@/lib/chains/monero/ask-once";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";
import { decodePayments, toTransfers } from "@/lib/chains/monero/wallet-payments";

/** What waits in the daemon's pool and pays to us, without what something else there contests. */
export async function readSightings(
  { wallet }: MoneroNode,
  match: MatchDestinations,
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const { pool } = await wallet.call("get_transfers", { pool: true, all_accounts: true }, signal);
  const waiting = decodePayments(pool).filter(({ isContested }) => !isContested);
  return keepMatched(
    waiting.flatMap((payment) => toTransfers(payment, null)),
    askOnce(match),
  );
}
