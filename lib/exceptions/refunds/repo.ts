import type { Refund, RefundTerms } from "@/lib/exceptions/refunds/refund";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { OPEN_OUTFLOW } from "@/lib/ledger/open-statuses";
import type { Deposit } from "@/lib/money-in/deposits/deposit";
import { toDeposit } from "@/lib/money-in/deposits/repo";

const UNDER_WAY = ["process", "check"] as const;

export async function insertRefund(tx: Tx, terms: RefundTerms): Promise<Refund> {
  const { amount, sentAmount, commission, debitedAmount, ...rest } = terms;
  const exact = {
    amount: amount.toFixed(),
    sentAmount: sentAmount.toFixed(),
    commission: commission.toFixed(),
    debitedAmount: debitedAmount.toFixed(),
  };
  return toRefund(await tx.refund.create({ data: { ...rest, ...exact } }));
}

export async function findRefund(tx: Tx, id: string): Promise<Refund | null> {
  const row = await tx.refund.findUnique({ where: { id } });
  return row && toRefund(row);
}

/**
 * Locks the row; the caller locks what comes before it in the lock order (payment, wallet, case).
 */
export async function lockRefundRow(tx: Tx, id: string): Promise<Refund | null> {
  await tx.$queryRaw`SELECT 1 FROM refunds WHERE id = ${id}::uuid FOR UPDATE`;
  return await findRefund(tx, id);
}

export async function updateRefund(tx: Tx, id: string, data: Prisma.RefundUncheckedUpdateInput): Promise<void> {
  await tx.refund.update({ where: { id }, data: { ...data, updatedAt: new Date() }, select: { id: true } });
}

/** Returns how much of a payment was refunded or is being refunded. */
export async function sumRefunded(tx: Tx, invoiceId: string): Promise<Decimal> {
  const { _sum } = await tx.refund.aggregate({
    where: { invoiceId, status: { not: "fail" } },
    _sum: { amount: true },
  });
  return _sum.amount === null ? ZERO : decimal(_sum.amount);
}

/** Returns whether any credit of the payment currently stands converted to another currency. */
export async function isPaymentConverted(tx: Tx, invoiceId: string): Promise<boolean> {
  return (await tx.conversion.count({ where: { invoiceId, cause: "auto", reversedAt: null } })) > 0;
}

/** Returns these deposits, unordered. */
export async function findDeposits(tx: Tx, ids: readonly string[]): Promise<Deposit[]> {
  return (await tx.deposit.findMany({ where: { id: { in: [...ids] } } })).map(toDeposit);
}

/**
 * Locks the standing credited deposits of a payment, so that the watcher cannot remove one
 * meanwhile.
 */
export async function lockCreditedDeposits(tx: Tx, invoiceId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM deposits d WHERE d.id IN (
      SELECT c.deposit_id FROM invoice_credits c WHERE c.invoice_id = ${invoiceId}::uuid AND c.reversed_at IS NULL)
    ORDER BY d.id FOR UPDATE OF d`;
}

/** Returns whether a refund of the payment itself is under way. */
export async function hasLivePaymentRefund(tx: Tx, invoiceId: string): Promise<boolean> {
  return (await tx.refund.count({ where: { invoiceId, status: { in: [...UNDER_WAY] } } })) > 0;
}

/** Returns whether a refund of another locked case of the invoice is under way. */
export async function hasLiveLockedRefund(tx: Tx, invoiceId: string, exceptId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM refunds r JOIN cases k ON k.id = r.case_id
    WHERE k.invoice_id = ${invoiceId}::uuid AND k.kind = 'locked' AND r.status IN ${OPEN_OUTFLOW}
      AND r.id <> ${exceptId}::uuid LIMIT 1`;
  return rows.length > 0;
}

/**
 * Returns the refund, paid or under way, of a case's deposit, of which there can be only one. Null
 * when there is none, or it failed.
 */
export async function findStandingCaseRefund(tx: Tx, caseId: string): Promise<{ readonly isPaid: boolean } | null> {
  const row = await tx.refund.findFirst({ where: { caseId, status: { not: "fail" } }, select: { status: true } });
  return row && { isPaid: row.status === "paid" };
}

/** Returns whether a refund passed its merchant's guards. */
export async function wasAdmitted(tx: Tx, refundId: string): Promise<boolean> {
  return (await tx.outflow.count({ where: { kind: "refund", subjectId: refundId } })) > 0;
}

/** Returns whether a merchant's refunds require the payout key. */
export async function readRefundsNeedPayoutKey(tx: Tx, merchantId: string): Promise<boolean> {
  const row = await tx.merchant.findUnique({ where: { id: merchantId }, select: { refundsNeedPayoutKey: true } });
  return row?.refundsNeedPayoutKey ?? false;
}

export type WalletRefunds = { readonly isUnderWay: boolean; readonly isPaid: boolean };

/** Returns the state of a wallet's refunds. */
export async function readWalletRefunds(tx: Tx, walletId: string): Promise<WalletRefunds> {
  const rows = await tx.refund.findMany({
    where: { walletId, status: { not: "fail" } },
    distinct: ["status"],
    select: { status: true },
  });
  return {
    isUnderWay: rows.some(({ status }) => status !== "paid"),
    isPaid: rows.some(({ status }) => status === "paid"),
  };
}

function toRefund(row: Prisma.RefundGetPayload<object>): Refund {
  return {
    ...row,
    amount: decimal(row.amount),
    sentAmount: decimal(row.sentAmount),
    commission: decimal(row.commission),
    debitedAmount: decimal(row.debitedAmount),
  };
}
