import { batched } from "@/lib/kernel/batch";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findInvoiceByOrderId } from "@/lib/money-in/invoices/read-invoice-repo";
import { findInvoiceById } from "@/lib/money-in/invoices/repo";
import { unsureOfMerchant } from "@/lib/people/merchants/merchant";
import { arePaymentsBlocked } from "@/lib/people/merchants/merchants-repo";

/**
 * Payments in the sense of the machine API: invoices, top-ups of static wallets, payments of
 * recurring plans. Every statement filters by merchant.
 */

/**
 * Finds the invoice with that order id, or the newest top-up of the static wallet with it, or the
 * newest payment of the plan with it. Each step is one index lookup.
 * @throws `unsureOfMerchant` if no invoice of a merchant with the expected version is found
 */
export async function findPaymentByOrderId(
  merchantId: string,
  orderId: string,
  expectedVersion: string | null = null,
): Promise<Invoice | null> {
  const invoice = await findInvoiceByOrderId(merchantId, orderId, expectedVersion);
  if (invoice !== null) return invoice;
  if (expectedVersion !== null) throw unsureOfMerchant();
  const named = { merchantId_orderId: { merchantId, orderId } };
  const wallet = await database().staticWallet.findUnique({ where: named, select: { id: true } });
  if (wallet !== null) return findNewestOf({ walletId: wallet.id });
  const plan = await database().claimedOrderId.findFirst({
    where: { merchantId, orderId, kind: "recurrence" },
    select: { ownerId: true },
  });
  return plan === null ? null : findNewestOf({ recurrenceId: plan.ownerId });
}

async function findNewestOf(owner: { walletId: string } | { recurrenceId: string }): Promise<Invoice | null> {
  const row = await database().invoice.findFirst({
    where: owner,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  return row ? findInvoiceById(database(), row.id) : null;
}

/**
 * Finds the newest payment that this transaction was credited to. Searches by network, because
 * deposits are indexed that way: a transaction id alone would scan all of them.
 */
export async function findPaymentIdByTransaction(merchantId: string, transactionId: string): Promise<string | null> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT i.id FROM networks n
      JOIN deposits d ON d.network_code = n.code AND d.transaction_id = ${transactionId}
      JOIN invoice_credits c ON c.deposit_id = d.id AND c.reversed_at IS NULL
      JOIN invoices i ON i.id = c.invoice_id
    WHERE i.merchant_id = ${merchantId}::uuid ORDER BY i.created_at DESC, i.id DESC LIMIT 1`;
  return rows[0]?.id ?? null;
}

/**
 * Counts one more resend by the machine API; the caller has checked the limit. Leaves `updated_at`
 * alone: nothing in the payment changed.
 */
export async function addResendOfApi(tx: Tx, paymentId: string): Promise<void> {
  await tx.$executeRaw`UPDATE invoices SET resend_count = resend_count + 1 WHERE id = ${paymentId}::uuid`;
}

/**
 * A payment of an invoice from a personal wallet. There is at most one per invoice, and it is never
 * changed or reversed.
 */
export type InternalPayment = {
  readonly id: string;
  readonly invoiceId: string;
  readonly quoteId: string;
  readonly userId: string;
  readonly currencyCode: string;
  readonly amount: Decimal;
  /** The gateway's part of it. */
  readonly commission: Decimal;
};

export const findInternalPayment = batched(
  async (tx, invoiceIds: readonly string[]): Promise<(InternalPayment | null)[]> => {
    const rows = await tx.internalPayment.findMany({ where: { invoiceId: { in: [...invoiceIds] } } });
    const found = new Map(rows.map((row) => [row.invoiceId, row]));
    return invoiceIds.map((id) => {
      const row = found.get(id);
      return row ? { ...row, amount: decimal(row.amount), commission: decimal(row.commission) } : null;
    });
  },
);

/** The database rejects a second one for the same invoice. */
export async function insertInternalPayment(tx: Tx, payment: InternalPayment): Promise<void> {
  const exact = { amount: payment.amount.toFixed(), commission: payment.commission.toFixed() };
  await tx.internalPayment.create({ data: { ...payment, ...exact }, select: { id: true } });
}

/** Whether a user's personal wallet paid something to the merchant up to `moment`. */
export async function hasPaidBefore(tx: Tx, userId: string, merchantId: string, moment: Date): Promise<boolean> {
  const where = { userId, merchantId, createdAt: { lte: moment } };
  return (await tx.internalPayment.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Cooldown after a password change during which nothing leaves a personal wallet: time to notice an
 * account takeover.
 */
const COOLDOWN_MS = 24 * 60 * 60 * 1000;

/** Whether a user's password was changed or reset within the cooldown. */
async function isPasswordNew(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - COOLDOWN_MS);
  return (await tx.user.count({ where: { id: userId, passwordChangedAt: { gt: since } } })) > 0;
}

/**
 * Whether a payment would meet neither a restriction (of the user or the shop) nor a part with an
 * unknown outcome: one that left its chain but is still booked.
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

/**
 * Reads whether a user is active and has had the password for 24 hours, and whether the merchant
 * accepts payments.
 */
export async function readPayerGate(tx: Tx, userId: string, merchantId: string, now: Date) {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { isBlocked: true } });
  return {
    isUserActive: user?.isBlocked === false,
    isPasswordNew: await isPasswordNew(tx, userId, now),
    isMerchantOpen: !(await arePaymentsBlocked(tx, merchantId)),
  };
}
