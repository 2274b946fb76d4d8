import type { Prisma } from "@/lib/generated/prisma/client";
import { chunk } from "@/lib/kernel/chunk";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { Deposit } from "@/lib/money-in/deposits/deposit";
import { toDeposit } from "@/lib/money-in/deposits/repo";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";

/** Finds a wallet by id, for internal use: ownership is not checked. */
export async function findWalletById(walletId: string): Promise<StaticWallet | null> {
  const row = await database().staticWallet.findUnique({ where: { id: walletId } });
  return row ? toWallet(row) : null;
}

export async function findWalletByOrderId(merchantId: string, orderId: string): Promise<StaticWallet | null> {
  const row = await database().staticWallet.findUnique({ where: { merchantId_orderId: { merchantId, orderId } } });
  return row ? toWallet(row) : null;
}

/** Finds a merchant's own wallet by its uuid, in any case. */
export async function findMerchantWallet(merchantId: string, id: string): Promise<StaticWallet | null> {
  // Not `findUnique`: Prisma batches concurrent calls into one query, and matches the rows by the
  // exact text of the key.
  const row = await database().staticWallet.findFirst({ where: { id: id.toLowerCase(), merchantId } });
  return row ? toWallet(row) : null;
}

/** Locks the row until the transaction ends, so that crediting and blocking are serialised. */
export async function lockWallet(tx: Tx, id: string): Promise<StaticWallet | null> {
  await tx.$queryRaw`SELECT 1 FROM static_wallets WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.staticWallet.findUnique({ where: { id } });
  return row ? toWallet(row) : null;
}

export async function markBlocked(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.staticWallet.update({
    where: { id },
    data: { status: "blocked", blockedAt: at, updatedAt: at },
    select: { id: true },
  });
}

/** Never reset: a requested refund may already be in progress. */
export async function markForceRefund(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.staticWallet.update({ where: { id }, data: { isForceRefund: true, updatedAt: at }, select: { id: true } });
}

/** Adds to the paid part of the creation fee, in TRX. The caller holds the row's lock. */
export async function addFeePaid(tx: Tx, id: string, feeAmount: Decimal): Promise<void> {
  await tx.staticWallet.update({
    where: { id },
    data: { creationFeePaid: { increment: feeAmount.toFixed() }, updatedAt: new Date() },
    select: { id: true },
  });
}

/** In TRX; zero when fully paid. */
export async function readFeeDue(tx: Tx, id: string): Promise<Decimal> {
  const row = await tx.staticWallet.findUniqueOrThrow({
    where: { id },
    select: { creationFee: true, creationFeePaid: true },
  });
  return decimal(row.creationFee).minus(decimal(row.creationFeePaid));
}

function toWallet(row: Prisma.StaticWalletGetPayload<object>): StaticWallet {
  return { ...row, creationFee: decimal(row.creationFee), creationFeePaid: decimal(row.creationFeePaid) };
}

/** Anybody can send more deposits to a wallet than a statement allows parameters. */
const PART = 10_000;

/**
 * Locks and returns a wallet's unsettled deposits in the order they were seen: all except those
 * that are confirmed and credited, held or a case, and those gone from chain and ledger. A wallet
 * is used for years; settled deposits are not read again.
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
  for (const part of chunk(locked, PART)) {
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
  /** A refund, in progress or paid, has taken it out of the held funds. */
  readonly isTaken: boolean;
};

export async function insertHold(
  tx: Tx,
  hold: Omit<StandingHold, "isTaken"> & { readonly walletId: string; readonly amount: Decimal },
): Promise<void> {
  await tx.walletHold.create({ data: { ...hold, amount: hold.amount.toFixed() }, select: { depositId: true } });
}

/** Lists a wallet's holds whose deposits are on their chain, refunded or not, by deposit. */
export async function listStandingHolds(tx: Tx, walletId: string): Promise<ReadonlyMap<string, StandingHold>> {
  const rows = await tx.walletHold.findMany({
    where: { walletId, reversedAt: null },
    select: { depositId: true, inclusion: true, refundId: true },
  });
  return new Map(rows.map(({ refundId, ...row }) => [row.depositId, { ...row, isTaken: refundId !== null }] as const));
}

/** Whether the wallet's refund was requested and has not failed. */
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
