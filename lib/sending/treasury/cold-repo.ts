import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

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

export type Coin = Pick<ColdAddress, "networkCode" | "currencyCode">;

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

/** `addressSetAt`: when this very address was set; null keeps what is there. */
export async function upsertColdAddress(tx: Tx, cold: ColdAddress, addressSetAt: Date | null): Promise<void> {
  const { networkCode, currencyCode, address, isEnabled, keepAmount } = cold;
  const data = { address, isEnabled, keepAmount: keepAmount.toFixed(), ...(addressSetAt && { addressSetAt }) };
  await tx.coldAddress.upsert({
    where: { currencyCode_networkCode: { currencyCode, networkCode } },
    create: { networkCode, currencyCode, ...data },
    update: data,
    select: { address: true },
  });
}

/**
 * When an address was made the cold one of a coin; null when it is not, or was it before this was kept: it is known for long enough. What
 * it is of other coins says nothing: one that nobody looks at would wear its newness off.
 */
export async function findAddressSetAt(tx: Tx, address: string, coin: Coin): Promise<Date | null> {
  const { networkCode, currencyCode } = coin;
  const where = { address, networkCode, currencyCode };
  return (await tx.coldAddress.findFirst({ where, select: { addressSetAt: true } }))?.addressSetAt ?? null;
}

/** What leaves the hot wallet before anything new: sends of a coin that are not signed yet. */
export async function sumQueued(tx: Tx, { networkCode, currencyCode }: Coin): Promise<Decimal> {
  const where = { networkCode, currencyCode, fromAddress: null, status: "queued" as const };
  const { _sum } = await tx.send.aggregate({ where, _sum: { amount: true } });
  return decimal(_sum.amount ?? "0");
}
