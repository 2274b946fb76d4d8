import { type DepthTerms, neededConfirmations } from "@/lib/catalog/needed-confirmations";
import type { Tx } from "@/lib/db";
import type { ChainDepth, Deposit } from "@/lib/deposits/deposit";
import type { Peculiarity } from "@/lib/deposits/peculiarity";
import type { Prisma } from "@/lib/generated/prisma/client";
import { decimal } from "@/lib/money/decimal";

/** An owner's deposits in the order they were seen, locked: the watcher cannot take one away meanwhile. */
export async function lockOwnerDeposits(tx: Tx, ownerKind: string, ownerId: string): Promise<Deposit[]> {
  await tx.$queryRaw`
    SELECT 1 FROM deposits WHERE owner_kind = ${ownerKind} AND owner_id = ${ownerId}::uuid ORDER BY id FOR UPDATE`;
  const rows = await tx.deposit.findMany({
    where: { ownerKind, ownerId },
    orderBy: [{ seenAt: "asc" }, { id: "asc" }],
  });
  return rows.map(toDeposit);
}

export async function lockDeposit(tx: Tx, id: string): Promise<Deposit | null> {
  await tx.$queryRaw`SELECT 1 FROM deposits WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.deposit.findUnique({ where: { id } });
  return row ? toDeposit(row) : null;
}

/** Reading position and required depth of every network. */
export async function readDepths(tx: Tx): Promise<ReadonlyMap<string, ChainDepth>> {
  const rows = await tx.$queryRaw<(DepthTerms & { readonly height: bigint })[]>`
    SELECT n.code, c.height, n.confirmations, n.is_sandbox AS "isSandbox"
    FROM chain_cursors c JOIN networks n ON n.code = c.network_code`;
  return new Map(rows.map((row) => [row.code, { height: row.height, confirmations: neededConfirmations(row) }]));
}

export async function markBooked(tx: Tx, id: string, inclusion: number): Promise<void> {
  await tx.deposit.update({
    where: { id },
    data: { status: "confirmed", bookedInclusion: inclusion, confirmedAt: new Date() },
    select: { id: true },
  });
}

export async function setPeculiarity(tx: Tx, id: string, peculiarity: Peculiarity): Promise<void> {
  await tx.deposit.update({ where: { id }, data: { peculiarity }, select: { id: true } });
}

export async function markConfirmed(tx: Tx, id: string): Promise<void> {
  await tx.deposit.update({
    where: { id },
    data: { status: "confirmed", confirmedAt: new Date() },
    select: { id: true },
  });
}

export async function markUnbooked(tx: Tx, id: string): Promise<void> {
  await tx.deposit.update({ where: { id }, data: { bookedInclusion: null }, select: { id: true } });
}

export function toDeposit(row: Prisma.DepositGetPayload<object>): Deposit {
  return { ...row, amount: decimal(row.amount) };
}
