import { findConversionOf } from "@/lib/conversions/repo";
import { database, type Tx } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import { decimal } from "@/lib/money/decimal";
import type { PageSlice } from "@/lib/paging/read-page";
import type { Payout, PayoutConversion } from "@/lib/payouts/payout";

export async function findPayoutByOrderId(merchantId: string, orderId: string): Promise<Payout | null> {
  const row = await database().payout.findUnique({ where: { merchantId_orderId: { merchantId, orderId } } });
  return row ? await withConversion(database(), row) : null;
}

/** A merchant's own payout by its uuid, in any case: `findUnique` would compare its text when several are asked for at once. */
export async function findMerchantPayout(merchantId: string, id: string): Promise<Payout | null> {
  const row = await database().payout.findFirst({ where: { id, merchantId } });
  return row ? await withConversion(database(), row) : null;
}

/** A page of a merchant's payouts, without their conversions. */
export async function selectPayouts(merchantId: string, { where, ...slice }: PageSlice): Promise<Payout[]> {
  const rows = await database().payout.findMany({ where: { merchantId, ...where }, ...slice });
  return rows.map((row) => toPayout(row, null));
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
