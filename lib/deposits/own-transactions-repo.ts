import type { Tx } from "@/lib/db";

/**
 * Which of these transactions are our own. What one of them brings to an address of ours (a sweep to the hot wallet, gas to a deposit
 * address) is booked by whoever sent it and is no deposit. The id is stored before a node has the bytes, so none is missed.
 */
export async function findOwnTransactions(
  tx: Tx,
  networkCode: string,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (transactionIds.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ transactionId: string }[]>`
    SELECT DISTINCT transaction_id AS "transactionId" FROM signed_transactions
    WHERE network_code = ${networkCode} AND transaction_id = ANY(${[...new Set(transactionIds)]}::text[])`;
  return new Set(rows.map(({ transactionId }) => transactionId));
}
