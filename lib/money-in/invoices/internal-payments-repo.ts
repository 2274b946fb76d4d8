import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { arePaymentsBlocked } from "@/lib/people/merchants/merchants-repo";

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

/** Whether a user's personal wallet paid something of the merchant before `moment`. */
export async function hasPaidBefore(tx: Tx, userId: string, merchantId: string, moment: Date): Promise<boolean> {
  const where = { userId, merchantId, createdAt: { lte: moment } };
  return (await tx.internalPayment.findFirst({ where, select: { id: true } })) !== null;
}

/** For so long after a new password nothing leaves a personal wallet: time to notice that somebody else has taken over. */
const REST_MS = 24 * 60 * 60 * 1000;

/** Whether a user's password was changed or reset so short a time ago. */
export async function isPasswordNew(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - REST_MS);
  return (await tx.user.count({ where: { id: userId, passwordChangedAt: { gt: since } } })) > 0;
}

/**
 * Whether paying would meet neither a closed gate (of the user or the shop) nor a part whose outcome is not known: one that left its chain
 * and still stands in the books.
 */
export async function isOfferable(userId: string, invoiceId: string, now: Date): Promise<boolean> {
  const tx = database();
  const invoice = await tx.invoice.findUnique({ where: { id: invoiceId }, select: { merchantId: true } });
  if (invoice === null) return false;
  const gate = await readPayerGate(tx, userId, invoice.merchantId, now);
  if (!gate.isUserActive || gate.isPasswordNew || !gate.isMerchantOpen) return false;
  const doubtful = {
    ownerKind: "invoice",
    ownerId: invoiceId,
    status: "vanished",
    bookedInclusion: { not: null },
  } as const;
  return (await tx.deposit.count({ where: doubtful })) === 0;
}

/** Whether a user may still act here and has had the password for 24 hours, and whether payments of a merchant are open. */
export async function readPayerGate(tx: Tx, userId: string, merchantId: string, now: Date) {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { isBlocked: true } });
  return {
    isUserActive: user?.isBlocked === false,
    isPasswordNew: await isPasswordNew(tx, userId, now),
    isMerchantOpen: !(await arePaymentsBlocked(tx, merchantId)),
  };
}
