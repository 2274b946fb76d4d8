import type { Tx } from "@/lib/db";
import { type Decimal, decimal } from "@/lib/money/decimal";

/** What a personal wallet paid of an invoice. There is at most one for each, and it is never changed or taken back. */
export type InternalPayment = {
  readonly id: string;
  readonly invoiceId: string;
  readonly quoteId: string;
  readonly userId: string;
  readonly currencyCode: string;
  readonly amount: Decimal;
  /** Part of it that the gateway kept. */
  readonly commission: Decimal;
};

export async function findInternalPayment(tx: Tx, invoiceId: string): Promise<InternalPayment | null> {
  const row = await tx.internalPayment.findUnique({ where: { invoiceId } });
  return row ? { ...row, amount: decimal(row.amount), commission: decimal(row.commission) } : null;
}

/** The database refuses a second one for the same invoice. */
export async function insertInternalPayment(tx: Tx, payment: InternalPayment): Promise<void> {
  const exact = { amount: payment.amount.toFixed(), commission: payment.commission.toFixed() };
  await tx.internalPayment.create({ data: { ...payment, ...exact }, select: { id: true } });
}

/** Whether somebody may still act here. */
export async function isUserActive(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.user.findUnique({ where: { id: userId }, select: { isBlocked: true } });
  return row !== null && !row.isBlocked;
}
