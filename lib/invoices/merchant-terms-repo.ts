import { selectCoinLimits } from "@/lib/accepted-coins/repo";
import { selectAutoConverts } from "@/lib/conversions/repo";
import type { Tx } from "@/lib/db";
import { invariant } from "@/lib/errors";
import type { AcceptedCoin, Merchant } from "@/lib/merchants/merchant";
import { decimal } from "@/lib/money/decimal";

/** A merchant's own commission, part of 1; null where the services' own holds. */
export async function findPaymentCommission(db: Tx, merchantId: string): Promise<Merchant["paymentCommission"]> {
  const row = await db.merchant.findUnique({ where: { id: merchantId }, select: { paymentCommission: true } });
  invariant(row, `merchant ${merchantId} is there`);
  return row.paymentCommission && decimal(row.paymentCommission);
}

/** What a price depends on, of the merchant whose invoice it is. */
export async function findMerchantTerms(
  db: Tx,
  merchantId: string,
): Promise<Pick<Merchant, "paymentCommission" | "acceptedCoins" | "coinLimits" | "convertedCoins">> {
  const row = await db.merchant.findUnique({
    where: { id: merchantId },
    select: { paymentCommission: true, acceptedCoins: true },
  });
  invariant(row, `merchant ${merchantId} is there`);
  return {
    paymentCommission: row.paymentCommission === null ? null : decimal(row.paymentCommission),
    // Written by our own settings command from validated input.
    acceptedCoins: row.acceptedCoins as unknown as readonly AcceptedCoin[] | null,
    coinLimits: await selectCoinLimits(db, merchantId),
    convertedCoins: await selectAutoConverts(db, merchantId),
  };
}
