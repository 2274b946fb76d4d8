import type { Tx } from "@/lib/db";
import type { Decimal } from "@/lib/money/decimal";

export type StandingHold = { readonly depositId: string; readonly inclusion: number };

export async function insertHold(
  tx: Tx,
  hold: StandingHold & { readonly walletId: string; readonly amount: Decimal },
): Promise<void> {
  await tx.walletHold.create({ data: { ...hold, amount: hold.amount.toFixed() }, select: { depositId: true } });
}

/** Holds of a wallet whose deposits are on their chain, refunded or not, by deposit. */
export async function listStandingHolds(tx: Tx, walletId: string): Promise<ReadonlyMap<string, StandingHold>> {
  const rows = await tx.walletHold.findMany({
    where: { walletId, reversedAt: null },
    select: { depositId: true, inclusion: true },
  });
  return new Map(rows.map((row) => [row.depositId, row]));
}

export async function closeHold(tx: Tx, hold: StandingHold): Promise<void> {
  await tx.walletHold.update({
    where: { depositId_inclusion: { depositId: hold.depositId, inclusion: hold.inclusion } },
    data: { reversedAt: new Date() },
    select: { depositId: true },
  });
}
