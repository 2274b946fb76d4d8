import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

/** A deposit of a blocked wallet that was not refunded. */
export type FreeHold = {
  readonly depositId: string;
  readonly inclusion: number;
  readonly amount: Decimal;
  /** Why a forced refund does not send it back automatically; null while it may. */
  readonly addressRequiredReason: string | null;
};

/** Lists a wallet's verified holds that no refund has taken; oldest first. */
export async function listFreeHolds(tx: Tx, walletId: string): Promise<FreeHold[]> {
  const rows = await tx.$queryRaw<(Omit<FreeHold, "amount"> & { amount: Prisma.Decimal })[]>`
    SELECT h.deposit_id AS "depositId", h.inclusion, h.amount, h.address_required_reason AS "addressRequiredReason"
    FROM wallet_holds h JOIN deposits d ON d.id = h.deposit_id
    WHERE h.wallet_id = ${walletId}::uuid AND h.reversed_at IS NULL AND h.refunded_at IS NULL AND h.refund_id IS NULL
      AND d.status = 'confirmed'
      -- An earlier inclusion of it went back: not a second time.
      AND NOT EXISTS (
        SELECT FROM wallet_holds e JOIN refunds r ON r.id = e.refund_id
        WHERE e.deposit_id = h.deposit_id AND e.reversed_at IS NOT NULL AND r.status <> 'fail')
    ORDER BY h.held_at, h.deposit_id`;
  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }));
}

/**
 * Returns whether a held deposit of the wallet has left its chain or lacks confirmations again, so
 * that it is unknown whether it stands.
 */
export async function hasUnverifiedHold(tx: Tx, walletId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM wallet_holds h JOIN deposits d ON d.id = h.deposit_id
    WHERE h.wallet_id = ${walletId}::uuid AND h.reversed_at IS NULL AND h.refund_id IS NULL AND d.status <> 'confirmed' LIMIT 1`;
  return rows.length > 0;
}

/**
 * Locks a wallet's held deposits before any of them is decided. The caller holds the lock of the
 * wallet's row.
 */
export async function lockHeldDeposits(tx: Tx, walletId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM deposits d WHERE d.id IN (
      SELECT h.deposit_id FROM wallet_holds h
      WHERE h.wallet_id = ${walletId}::uuid AND h.reversed_at IS NULL AND h.refund_id IS NULL)
    ORDER BY d.id FOR UPDATE OF d`;
}

/** Assigns holds to this refund, in one statement, because anyone can send ten thousand of them. */
export async function takeHolds(
  tx: Tx,
  holds: readonly Pick<FreeHold, "depositId" | "inclusion">[],
  refundId: string,
): Promise<void> {
  const deposits = holds.map(({ depositId }) => depositId);
  const inclusions = holds.map(({ inclusion }) => inclusion);
  const taken = await tx.$executeRaw`
    UPDATE wallet_holds h SET refund_id = ${refundId}::uuid
    FROM unnest(${deposits}::uuid[], ${inclusions}::int[]) AS t(deposit_id, inclusion)
    WHERE h.deposit_id = t.deposit_id AND h.inclusion = t.inclusion AND h.refund_id IS NULL`;
  invariant(taken === holds.length, `refund ${refundId} takes ${holds.length} deposits and not ${taken}`);
}

export async function markHoldsRefunded(tx: Tx, refundId: string): Promise<void> {
  await tx.walletHold.updateMany({ where: { refundId }, data: { refundedAt: new Date() } });
}

/**
 * Frees the holds of a failed refund: those that still stand may be refunded again. Records
 * `addressRequiredReason` if given.
 */
export async function freeHolds(tx: Tx, refundId: string, addressRequiredReason: string | null): Promise<void> {
  const reason = addressRequiredReason === null ? {} : { addressRequiredReason };
  await tx.walletHold.updateMany({ where: { refundId, reversedAt: null }, data: { refundId: null, ...reason } });
}

/**
 * Lists the amounts of a refund's holds whose deposits have left their chain since the refund was
 * created.
 */
export async function listReversedAmounts(tx: Tx, refundId: string): Promise<Decimal[]> {
  const rows = await tx.walletHold.findMany({
    where: { refundId, reversedAt: { not: null } },
    select: { amount: true },
  });
  return rows.map(({ amount }) => decimal(amount));
}
