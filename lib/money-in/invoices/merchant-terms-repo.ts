import { batched, rowsOf } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { selectCoinLimits } from "@/lib/people/merchants/coin-limits-repo";
import type { AcceptedCoin, Merchant } from "@/lib/people/merchants/merchant";
import { selectAutoConverts } from "@/lib/people/merchants/merchants-repo";

/**
 * Returns a merchant's own commission as a fraction; null where the services' commission applies.
 */
export async function findPaymentCommission(db: Tx, merchantId: string): Promise<Merchant["paymentCommission"]> {
  const row = await db.merchant.findUnique({ where: { id: merchantId }, select: { paymentCommission: true } });
  invariant(row, `merchant ${merchantId} is there`);
  return row.paymentCommission && decimal(row.paymentCommission);
}

/** Reads the settings of the invoice's merchant that affect a price. */
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
    // Written only by the settings command, from validated input.
    acceptedCoins: row.acceptedCoins as unknown as readonly AcceptedCoin[] | null,
    coinLimits: await selectCoinLimits(db, merchantId),
    convertedCoins: await selectAutoConverts(db, merchantId),
  };
}

/** A credited part that was not reversed. */
export type StandingCredit = {
  readonly depositId: string;
  readonly inclusion: number;
  readonly currencyCode: string;
  readonly amount: Decimal;
  readonly commission: Decimal;
};

export const listStandingCredits = batched(async (tx, invoiceIds: readonly string[]): Promise<StandingCredit[][]> => {
  const rows = await tx.invoiceCredit.findMany({ where: { invoiceId: { in: [...invoiceIds] }, reversedAt: null } });
  return rowsOf(invoiceIds, rows, ({ invoiceId }) => invoiceId).map((credits) =>
    credits.map((row) => ({ ...row, amount: decimal(row.amount), commission: decimal(row.commission) })),
  );
});

export const insertCredit = batched(
  async (tx, rows: readonly { readonly invoiceId: string; readonly credit: StandingCredit }[]): Promise<null[]> => {
    await tx.invoiceCredit.createMany({
      data: rows.map(({ invoiceId, credit }) => ({
        ...credit,
        invoiceId,
        amount: credit.amount.toFixed(),
        commission: credit.commission.toFixed(),
      })),
    });
    return rows.map(() => null);
  },
);

export async function closeCredit(tx: Tx, credit: Pick<StandingCredit, "depositId" | "inclusion">): Promise<void> {
  await tx.invoiceCredit.update({
    where: { depositId_inclusion: { depositId: credit.depositId, inclusion: credit.inclusion } },
    data: { reversedAt: new Date() },
    select: { depositId: true },
  });
}
