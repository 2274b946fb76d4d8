import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";

/** By id, for the gateway itself: no owner is checked. */
export async function findWalletById(walletId: string): Promise<StaticWallet | null> {
  const row = await database().staticWallet.findUnique({ where: { id: walletId } });
  return row ? toWallet(row) : null;
}

export async function findWalletByOrderId(merchantId: string, orderId: string): Promise<StaticWallet | null> {
  const row = await database().staticWallet.findUnique({ where: { merchantId_orderId: { merchantId, orderId } } });
  return row ? toWallet(row) : null;
}

/** A merchant's own wallet by its uuid, in any case. */
export async function findMerchantWallet(merchantId: string, id: string): Promise<StaticWallet | null> {
  // Not `findUnique`: Prisma joins those of one moment into one query, and finds the rows again by the very text of the key.
  const row = await database().staticWallet.findFirst({ where: { id: id.toLowerCase(), merchantId } });
  return row ? toWallet(row) : null;
}

/** Locks the row until the transaction ends: crediting and blocking go one after the other. */
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

/** Never taken back: what was ordered once may be under way. */
export async function markForceRefund(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.staticWallet.update({ where: { id }, data: { isForceRefund: true, updatedAt: at }, select: { id: true } });
}

/** Moves what was paid of the creation fee, in TRX. The caller holds the row's lock. */
export async function addFeePaid(tx: Tx, id: string, feeAmount: Decimal): Promise<void> {
  await tx.staticWallet.update({
    where: { id },
    data: { creationFeePaid: { increment: feeAmount.toFixed() }, updatedAt: new Date() },
    select: { id: true },
  });
}

/** In TRX; zero when it is paid. */
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
