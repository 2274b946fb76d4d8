import { database, type Tx } from "@/lib/db";
import { type Decimal, decimal } from "@/lib/money/decimal";

/** What it costs now to spend one more coin of a network, in its native currency. */
export async function writeCoinCost(networkCode: string, amount: Decimal): Promise<void> {
  const data = { amount: amount.toFixed(), observedAt: new Date() };
  await database().coinCost.upsert({ where: { networkCode }, create: { networkCode, ...data }, update: data });
}

/** The same as a worker was told last, however long ago; null where transactions spend no coins, or nobody was told. */
export async function readCoinCost(tx: Tx, networkCode: string): Promise<Decimal | null> {
  const row = await tx.coinCost.findUnique({ where: { networkCode }, select: { amount: true } });
  return row === null ? null : decimal(row.amount);
}
