import { database, type Tx } from "@/lib/db";
import { type Decimal, decimal } from "@/lib/money/decimal";

/** Where the surplus of a hot wallet goes. */
export type ColdAddress = {
  readonly networkCode: string;
  readonly currencyCode: string;
  /** Canonical. Its key is not ours to use. */
  readonly address: string;
  /** Stays in the hot wallet; what is above twice this goes, down to this. */
  readonly keepAmount: Decimal;
  readonly isEnabled: boolean;
};

type Coin = Pick<ColdAddress, "networkCode" | "currencyCode">;

export async function findColdAddress(tx: Tx, networkCode: string, currencyCode: string): Promise<ColdAddress | null> {
  const row = await tx.coldAddress.findUnique({ where: { currencyCode_networkCode: { currencyCode, networkCode } } });
  return row && { ...row, keepAmount: decimal(row.keepAmount) };
}

/** Locked, so that the surplus goes once. */
export async function lockColdAddress(tx: Tx, { networkCode, currencyCode }: Coin): Promise<ColdAddress | null> {
  await tx.$queryRaw`
    SELECT 1 FROM cold_addresses WHERE network_code = ${networkCode} AND currency_code = ${currencyCode} FOR UPDATE`;
  return await findColdAddress(tx, networkCode, currencyCode);
}

export function listEnabledColdCoins(networkCode: string): Promise<Coin[]> {
  return database().coldAddress.findMany({
    where: { networkCode, isEnabled: true },
    select: { networkCode: true, currencyCode: true },
  });
}

export async function upsertColdAddress(tx: Tx, cold: ColdAddress): Promise<void> {
  const { networkCode, currencyCode, ...rest } = cold;
  const data = { ...rest, keepAmount: cold.keepAmount.toFixed() };
  await tx.coldAddress.upsert({
    where: { currencyCode_networkCode: { currencyCode, networkCode } },
    create: { networkCode, currencyCode, ...data },
    update: data,
    select: { address: true },
  });
}

/** What leaves the hot wallet before anything new: sends of a coin that are not signed yet. */
export async function sumQueued(tx: Tx, { networkCode, currencyCode }: Coin): Promise<Decimal> {
  const where = { networkCode, currencyCode, fromAddress: null, status: "queued" as const };
  const { _sum } = await tx.send.aggregate({ where, _sum: { amount: true } });
  return decimal(_sum.amount ?? "0");
}
