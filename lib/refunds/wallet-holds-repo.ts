import type { Tx } from "@/lib/db";
import { type Decimal, decimal } from "@/lib/money/decimal";

/** A deposit of a blocked wallet that nothing has been done about. */
export type FreeHold = {
  readonly depositId: string;
  readonly inclusion: number;
  readonly amount: Decimal;
  /** Why a forced refund does not send it back by itself; null while it may. */
  readonly awaitsAddress: string | null;
};

/** What a wallet holds on its chain without a doubt, and no refund has taken; oldest first. */
export async function listFreeHolds(tx: Tx, walletId: string): Promise<FreeHold[]> {
  const rows = await tx.walletHold.findMany({
    where: { walletId, reversedAt: null, refundedAt: null, refundId: null },
    orderBy: [{ heldAt: "asc" }, { depositId: "asc" }],
    select: { depositId: true, inclusion: true, amount: true, awaitsAddress: true },
  });
  const standing = await tx.deposit.findMany({
    where: { id: { in: rows.map(({ depositId }) => depositId) }, status: "confirmed" },
    select: { id: true },
  });
  const ids = new Set(standing.map(({ id }) => id));
  return rows.flatMap((row) => (ids.has(row.depositId) ? [{ ...row, amount: decimal(row.amount) }] : []));
}

/** Whether a deposit that a wallet holds has left its chain, or is not deep enough again: nobody knows yet whether it stands. */
export async function hasDoubtfulHold(tx: Tx, walletId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM wallet_holds h JOIN deposits d ON d.id = h.deposit_id
    WHERE h.wallet_id = ${walletId}::uuid AND h.reversed_at IS NULL AND h.refund_id IS NULL AND d.status <> 'confirmed' LIMIT 1`;
  return rows.length > 0;
}

/** Locks the deposits that a wallet holds, before anything of them is decided. The caller holds the wallet's row. */
export async function lockHeldDeposits(tx: Tx, walletId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM deposits d WHERE d.id IN (
      SELECT h.deposit_id FROM wallet_holds h
      WHERE h.wallet_id = ${walletId}::uuid AND h.reversed_at IS NULL AND h.refund_id IS NULL)
    ORDER BY d.id FOR UPDATE OF d`;
}

/** They leave by this refund. */
export async function takeHolds(
  tx: Tx,
  holds: readonly Pick<FreeHold, "depositId" | "inclusion">[],
  refundId: string,
): Promise<void> {
  for (const { depositId, inclusion } of holds) {
    await tx.walletHold.update({
      where: { depositId_inclusion: { depositId, inclusion } },
      data: { refundId },
      select: { depositId: true },
    });
  }
}

/** The refund is paid. */
export async function markHoldsRefunded(tx: Tx, refundId: string): Promise<void> {
  await tx.walletHold.updateMany({ where: { refundId }, data: { refundedAt: new Date() } });
}

/** The refund failed: what still stands may be refunded anew. `awaitsAddress` is kept with it where it is given. */
export async function freeHolds(tx: Tx, refundId: string, awaitsAddress: string | null): Promise<void> {
  const reason = awaitsAddress === null ? {} : { awaitsAddress };
  await tx.walletHold.updateMany({ where: { refundId, reversedAt: null }, data: { refundId: null, ...reason } });
}

/** Amounts of a refund's holds whose deposits left their chain since it was ordered. */
export async function listReversedAmounts(tx: Tx, refundId: string): Promise<Decimal[]> {
  const rows = await tx.walletHold.findMany({
    where: { refundId, reversedAt: { not: null } },
    select: { amount: true },
  });
  return rows.map(({ amount }) => decimal(amount));
}
