import { database, type Tx } from "@/lib/db";

/** A held deposit that is to go back to where it came from. */
export type ForcedHold = {
  readonly depositId: string;
  readonly inclusion: number;
  readonly walletId: string;
  readonly networkCode: string;
  readonly currencyCode: string;
  readonly fromAddress: string | null;
  /** Of the block that has the deposit. */
  readonly blockHeight: bigint;
};

/**
 * Holds of wallets with a forced refund that nothing was decided about, and of whose deposit nothing went back before, by deposit; those
 * after one that was looked at.
 */
export async function listForcedHolds(
  after: Pick<ForcedHold, "depositId"> | null,
  limit: number,
): Promise<ForcedHold[]> {
  return await database().$queryRaw<ForcedHold[]>`
    SELECT h.deposit_id AS "depositId", h.inclusion, h.wallet_id AS "walletId", d.network_code AS "networkCode",
      d.currency_code AS "currencyCode", d.from_address AS "fromAddress", d.block_height AS "blockHeight"
    FROM wallet_holds h JOIN static_wallets w ON w.id = h.wallet_id JOIN deposits d ON d.id = h.deposit_id
    WHERE w.is_force_refund AND h.reversed_at IS NULL AND h.refund_id IS NULL AND h.awaits_address IS NULL
      AND d.status = 'confirmed' AND NOT EXISTS (
        SELECT FROM wallet_holds e JOIN refunds r ON r.id = e.refund_id
        WHERE e.deposit_id = h.deposit_id AND e.reversed_at IS NOT NULL AND r.status <> 'fail')
      AND (${after?.depositId ?? null}::uuid IS NULL OR h.deposit_id > ${after?.depositId ?? null}::uuid)
    ORDER BY h.deposit_id LIMIT ${limit}`;
}

/** Whether there is any, on whichever network. */
export async function hasForcedHolds(): Promise<boolean> {
  return (await listForcedHolds(null, 1)).length > 0;
}

/** It does not go back by itself, and says why. The caller holds the wallet's lock. */
export async function markAwaitingAddress(
  tx: Tx,
  { depositId, inclusion }: Pick<ForcedHold, "depositId" | "inclusion">,
  reason: string,
): Promise<void> {
  await tx.walletHold.updateMany({
    where: { depositId, inclusion, refundId: null, reversedAt: null },
    data: { awaitsAddress: reason },
  });
}
