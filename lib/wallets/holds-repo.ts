import type { Tx } from "@/lib/db";
import type { Decimal } from "@/lib/money/decimal";

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
