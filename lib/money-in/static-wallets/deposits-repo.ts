import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { partsOf } from "@/lib/kernel/parts-of";
import type { Deposit } from "@/lib/money-in/deposits/deposit";
import { toDeposit } from "@/lib/money-in/deposits/repo";

/** Anybody may send more to a wallet than a statement has room for parameters. */
const PART = 10_000;

/**
 * A wallet's deposits that something may still be done about, in the order they were seen, locked: all but those that are confirmed
 * and credited, held or a case, and those that are gone from chain and books. A wallet lives for years; what is done is not read again.
 */
export async function lockUnsettledDeposits(tx: Tx, walletId: string): Promise<Deposit[]> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT d.id FROM deposits d
    WHERE d.owner_kind = 'wallet' AND d.owner_id = ${walletId}::uuid
      AND NOT (d.status = 'vanished' AND d.booked_inclusion IS NULL)
      AND (d.status <> 'confirmed' OR NOT (
        EXISTS (SELECT FROM invoice_credits c WHERE c.deposit_id = d.id AND c.reversed_at IS NULL)
        OR EXISTS (SELECT FROM wallet_holds h WHERE h.deposit_id = d.id AND h.reversed_at IS NULL)
        OR EXISTS (
          SELECT FROM cases k WHERE k.deposit_id = d.id AND k.status <> 'void' AND NOT (k.kind = 'locked' AND k.status = 'credited'))))
    ORDER BY d.id FOR UPDATE OF d`;
  const rows: Prisma.DepositGetPayload<object>[] = [];
  for (const part of partsOf(locked, PART)) {
    const ids = part.map(({ id }) => id);
    rows.push(...(await tx.deposit.findMany({ where: { id: { in: ids } } })));
  }
  return rows.map(toDeposit).sort(bySeen);
}

function bySeen(one: Deposit, other: Deposit): number {
  return one.seenAt.getTime() - other.seenAt.getTime() || (one.id < other.id ? -1 : 1);
}

export type StandingHold = {
  readonly depositId: string;
  readonly inclusion: number;
  /** A refund has taken it out of the held funds, under way or paid. */
  readonly isTaken: boolean;
};

export async function insertHold(
  tx: Tx,
  hold: Omit<StandingHold, "isTaken"> & { readonly walletId: string; readonly amount: Decimal },
): Promise<void> {
  await tx.walletHold.create({ data: { ...hold, amount: hold.amount.toFixed() }, select: { depositId: true } });
}

/** Holds of a wallet whose deposits are on their chain, refunded or not, by deposit. */
export async function listStandingHolds(tx: Tx, walletId: string): Promise<ReadonlyMap<string, StandingHold>> {
  const rows = await tx.walletHold.findMany({
    where: { walletId, reversedAt: null },
    select: { depositId: true, inclusion: true, refundId: true },
  });
  return new Map(rows.map(({ refundId, ...row }) => [row.depositId, { ...row, isTaken: refundId !== null }] as const));
}

/** Whether the wallet's refund was ordered, and has not failed. */
export async function hasStandingRefund(tx: Tx, walletId: string): Promise<boolean> {
  return (await tx.refund.count({ where: { walletId, status: { not: "fail" } } })) > 0;
}

export async function closeHold(tx: Tx, hold: Pick<StandingHold, "depositId" | "inclusion">): Promise<void> {
  await tx.walletHold.update({
    where: { depositId_inclusion: { depositId: hold.depositId, inclusion: hold.inclusion } },
    data: { reversedAt: new Date() },
    select: { depositId: true },
  });
}
