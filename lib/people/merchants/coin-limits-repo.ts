import { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import type { AcceptedCoin, CoinLimit } from "@/lib/people/merchants/merchant";

/** Returns a merchant's own limits; a service without a row has none. */
export async function selectCoinLimits(db: Tx, merchantId: string): Promise<readonly CoinLimit[]> {
  const rows = await db.coinLimit.findMany({
    where: { merchantId },
    select: { currencyCode: true, networkCode: true, minAmount: true, maxAmount: true },
  });
  return rows.map(({ currencyCode, networkCode, minAmount, maxAmount }) => ({
    currency: currencyCode,
    network: networkCode,
    min: minAmount && decimal(minAmount),
    max: maxAmount && decimal(maxAmount),
  }));
}

/**
 * The same as a column of a statement that reads the merchant as `m`; its value is for
 * `toCoinLimits`.
 */
export const COIN_LIMITS = `(SELECT json_agg(json_build_object('currency', l.currency_code, 'network', l.network_code,
  'min', l.min_amount::text, 'max', l.max_amount::text)) FROM coin_limits l WHERE l.merchant_id = m.id)`;

export type CoinLimitsColumn =
  | readonly {
      readonly currency: string;
      readonly network: string;
      readonly min: string | null;
      readonly max: string | null;
    }[]
  | null;

export function toCoinLimits(column: CoinLimitsColumn): readonly CoinLimit[] {
  return (column ?? []).map(({ min, max, ...service }) => ({
    ...service,
    min: min === null ? null : decimal(min),
    max: max === null ? null : decimal(max),
  }));
}

/** Two nulls remove the row. Of two concurrent calls the later one wins. */
export async function writeCoinLimit(tx: Tx, merchantId: string, limit: CoinLimit): Promise<void> {
  const key = { merchantId, currencyCode: limit.currency, networkCode: limit.network };
  if (limit.min === null && limit.max === null) {
    await tx.coinLimit.deleteMany({ where: key });
    return;
  }
  const amounts = { minAmount: limit.min?.toFixed() ?? null, maxAmount: limit.max?.toFixed() ?? null };
  await tx.coinLimit.upsert({
    where: { merchantId_currencyCode_networkCode: key },
    create: { ...key, ...amounts },
    update: amounts,
    select: { merchantId: true },
  });
}

/** Locks the merchant's row and returns the coins it accepts now; null: every coin. */
export async function lockAcceptedCoins(tx: Tx, merchantId: string): Promise<readonly AcceptedCoin[] | null> {
  const rows = await tx.$queryRaw<{ coins: readonly AcceptedCoin[] | null }[]>`
    SELECT accepted_coins AS coins FROM merchants WHERE id = ${merchantId}::uuid FOR NO KEY UPDATE`;
  return rows[0]?.coins ?? null;
}

export async function updateAcceptedCoins(
  tx: Tx,
  merchantId: string,
  coins: readonly AcceptedCoin[] | null,
): Promise<void> {
  const acceptedCoins = coins === null ? Prisma.DbNull : coins.map((coin) => ({ ...coin }));
  await tx.merchant.update({ where: { id: merchantId }, data: { acceptedCoins }, select: { id: true } });
}
