import type { Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { type Decimal, decimal } from "@/lib/money/decimal";

/** A merchant's own commission, part of 1; null when the services' own applies. @throws AppError for no such merchant */
export async function readCommission(tx: Tx, merchantId: string): Promise<Decimal | null> {
  const row = await tx.merchant.findUnique({ where: { id: merchantId }, select: { paymentCommission: true } });
  if (row === null) throw new AppError("not_found", "Merchant not found");
  return row.paymentCommission === null ? null : decimal(row.paymentCommission);
}
