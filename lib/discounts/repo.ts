import type { Tx } from "@/lib/db";

export type DiscountRow = {
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly percent: number;
};

/** What the merchant has set; a service without a row has no discount. */
export async function selectDiscounts(db: Tx, merchantId: string): Promise<readonly DiscountRow[]> {
  return db.serviceDiscount.findMany({
    where: { merchantId },
    select: { currencyCode: true, networkCode: true, percent: true },
  });
}

/** Zero removes the row. Of two calls at once the later one stands. */
export async function writeDiscount(db: Tx, merchantId: string, discount: DiscountRow): Promise<void> {
  const { currencyCode, networkCode, percent } = discount;
  if (percent === 0) {
    await db.serviceDiscount.deleteMany({ where: { merchantId, currencyCode, networkCode } });
    return;
  }
  await db.$executeRaw`
    INSERT INTO service_discounts (merchant_id, currency_code, network_code, percent, updated_at)
    VALUES (${merchantId}::uuid, ${currencyCode}, ${networkCode}, ${percent}, now())
    ON CONFLICT (merchant_id, currency_code, network_code)
    DO UPDATE SET percent = excluded.percent, updated_at = excluded.updated_at`;
}
