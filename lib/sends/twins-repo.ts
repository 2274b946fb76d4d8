import type { Tx } from "@/lib/db";

export type Disowned = { readonly id: string; readonly ownerKind: string | null; readonly ownerId: string | null };

/**
 * Holds back whoever records blocks of the network: what has been recorded by then is seen, and what is recorded later knows whose
 * transactions are ours.
 */
export async function lockRecording(tx: Tx, networkCode: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM chain_cursors WHERE network_code = ${networkCode} FOR UPDATE`;
}

/**
 * What a transaction brought to addresses of ours is change, and no deposit: it was taken for one while nobody knew that the transaction is
 * ours. What is booked of it is to be taken back at once: nothing is left to decide. Answers whose deposits they were.
 */
export async function disownDeposits(tx: Tx, networkCode: string, transactionId: string): Promise<Disowned[]> {
  await tx.coin.updateMany({ where: { networkCode, transactionId }, data: { isOwn: true } });
  return tx.$queryRaw<Disowned[]>`
    UPDATE deposits SET status = 'vanished', vanished_at = now(),
      reversal_approved_at = CASE WHEN booked_inclusion IS NULL THEN NULL ELSE now() END
    WHERE network_code = ${networkCode} AND transaction_id = ${transactionId} AND status <> 'vanished'
    RETURNING id, owner_kind AS "ownerKind", owner_id::text AS "ownerId"`;
}
