import type { KeyKind } from "@/lib/delivery/webhooks/sign-payload";
import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { type PageSlice, toPrismaSlice } from "@/lib/kernel/paging/read-page";
import { findConversionOf } from "@/lib/money-in/conversions/repo";
import type { Payout, PayoutConversion } from "@/lib/money-out/payouts/payout";

export async function findPayoutByOrderId(
  merchantId: string,
  orderId: string,
  tx: Tx = database(),
): Promise<Payout | null> {
  const row = await tx.payout.findUnique({ where: { merchantId_orderId: { merchantId, orderId } } });
  return row ? await withConversion(tx, row) : null;
}

/**
 * Returns a merchant's own payout by its uuid, in any case: when batching several requests,
 * `findUnique` would match rows to them by the uuid's text.
 */
export async function findMerchantPayout(merchantId: string, id: string): Promise<Payout | null> {
  const row = await database().payout.findFirst({ where: { id, merchantId } });
  return row ? await withConversion(database(), row) : null;
}

/**
 * Returns the payout with its row locked until the transaction ends; with `merchantId`, only that
 * merchant's own.
 */
export async function lockPayout(tx: Tx, id: string, merchantId?: string): Promise<Payout | null> {
  await tx.$queryRaw`SELECT 1 FROM payouts WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.payout.findFirst({ where: { id, ...(merchantId === undefined ? {} : { merchantId }) } });
  return row ? await withConversion(tx, row) : null;
}

/** Selects a page of a merchant's payouts, without their conversions. */
export async function selectPayouts(merchantId: string, page: PageSlice): Promise<Payout[]> {
  const { where, ...slice } = toPrismaSlice(page);
  const rows = await database().payout.findMany({ where: { merchantId, ...where }, ...slice });
  return rows.map((row) => toPayout(row, null));
}

export type NewPayout = Omit<
  Payout,
  "balanceAfter" | "conversion" | "transactionId" | "failure" | "finalAt" | "createdAt" | "updatedAt"
>;

/**
 * Inserts the row; its `balanceAfter` is updated once the funds are reserved. Waits for a
 * concurrent insert with the same order id.
 * @returns false when the merchant already has a payout with this order id: nothing is written
 */
export async function insertPayoutOnce(tx: Tx, payout: NewPayout): Promise<boolean> {
  const { amount, sentAmount, commission, debitedAmount, ...rest } = payout;
  const exact = {
    amount: amount.toFixed(),
    sentAmount: sentAmount.toFixed(),
    commission: commission.toFixed(),
    debitedAmount: debitedAmount.toFixed(),
    balanceAfter: "0",
  };
  const { count } = await tx.payout.createMany({ data: [{ ...rest, ...exact }], skipDuplicates: true });
  return count === 1;
}

export type PayoutChanges = Partial<Pick<Payout, "status" | "transactionId" | "failure" | "finalAt">> & {
  readonly balanceAfter?: Decimal;
};

export async function updatePayout(tx: Tx, id: string, changes: PayoutChanges): Promise<Payout> {
  const { balanceAfter, ...rest } = changes;
  const exact = balanceAfter === undefined ? {} : { balanceAfter: balanceAfter.toFixed() };
  const row = await tx.payout.update({ where: { id }, data: { ...rest, ...exact, updatedAt: new Date() } });
  return await withConversion(tx, row);
}

/** Returns which key signs this merchant's payout webhooks. */
export async function findPayoutKeyKind(tx: Tx, merchantId: string): Promise<KeyKind> {
  const row = await tx.merchant.findUnique({ where: { id: merchantId }, select: { clientLibrary: true } });
  invariant(row, `merchant ${merchantId} is there`);
  return row.clientLibrary === "standard" ? "payment" : "payout";
}

type PayoutRow = Prisma.PayoutGetPayload<object>;

async function withConversion(tx: Tx, row: PayoutRow): Promise<Payout> {
  if (row.fromCode === row.payerCode) return toPayout(row, null);
  return toPayout(row, await findConversionOf(tx, "payout", row.id));
}

function toPayout(row: PayoutRow, conversion: PayoutConversion | null): Payout {
  return {
    ...row,
    amount: decimal(row.amount),
    sentAmount: decimal(row.sentAmount),
    commission: decimal(row.commission),
    debitedAmount: decimal(row.debitedAmount),
    balanceAfter: decimal(row.balanceAfter),
    conversion,
  };
}
