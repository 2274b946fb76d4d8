import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal, sum, ZERO } from "@/lib/kernel/money/decimal";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { listStandingCredits, type StandingCredit } from "@/lib/money-in/invoices/merchant-terms-repo";
import { usdValue } from "@/lib/money-in/invoices/quote-terms";
import { listStandingFees } from "@/lib/money-in/static-wallets/credit-deposit";

/** A deposit's credit, standing or reversed, with its top-up. */
export type TopUpCredit = StandingCredit & { readonly topUpId: string; readonly isStanding: boolean };

/** Lists all credits that these deposits ever had, oldest inclusion first. */
export async function listCreditsOf(tx: Tx, depositIds: readonly string[]): Promise<TopUpCredit[]> {
  // One array parameter: a wallet can receive more deposits than a statement allows parameters.
  const rows = await tx.$queryRaw<CreditRow[]>`
    SELECT deposit_id AS "depositId", inclusion, invoice_id AS "topUpId", currency_code AS "currencyCode", amount, commission,
      reversed_at IS NULL AS "isStanding"
    FROM invoice_credits WHERE deposit_id = ANY(${[...depositIds]}::uuid[]) ORDER BY inclusion`;
  return rows.map((row) => ({ ...row, amount: decimal(row.amount), commission: decimal(row.commission) }));
}

type CreditRow = Omit<TopUpCredit, "amount" | "commission"> & Record<"amount" | "commission", Prisma.Decimal>;

/** Lists the deposits that were ever credited for a top-up. */
export async function listPartIds(tx: Tx, topUpId: string): Promise<string[]> {
  const rows = await tx.invoiceCredit.findMany({
    where: { invoiceId: topUpId },
    distinct: ["depositId"],
    select: { depositId: true },
  });
  return rows.map((row) => row.depositId);
}

/** Lists a wallet's top-ups that wait for a deposit to come back, oldest first. */
export async function listOpenTopUpIds(tx: Tx, walletId: string): Promise<string[]> {
  const rows = await tx.invoice.findMany({
    where: { walletId, status: "process" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  return rows.map((row) => row.id);
}

/**
 * Lists wallets with a top-up that has waited for a reversed deposit since before `reversedBefore`.
 */
export async function listOverdueWalletIds(reversedBefore: Date, limit: number): Promise<string[]> {
  const rows = await database().invoice.findMany({
    where: { walletId: { not: null }, status: "process", reversedAt: { lt: reversedBefore } },
    orderBy: { reversedAt: "asc" },
    take: limit,
    select: { walletId: true },
  });
  return [...new Set(rows.flatMap((row) => row.walletId ?? []))];
}

export type NewTopUp = {
  readonly merchantId: string;
  readonly walletId: string;
  readonly orderId: string;
  readonly urlCallback: string | null;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly amount: Decimal;
  readonly amountUsd: Decimal;
  readonly transactionId: string;
  readonly fromAddress: string | null;
  readonly at: Date;
};

/** Inserts a payment that nobody requested and that is paid from the start. */
export async function insertTopUp(tx: Tx, topUp: NewTopUp, lifetimeSeconds: number): Promise<string> {
  const { amount, amountUsd, at, ...rest } = topUp;
  const data = {
    ...rest,
    amount: amount.toFixed(),
    paidAmount: amount.toFixed(),
    paidAmountUsd: amountUsd.toFixed(),
    status: "paid" as const,
    paymentOutcome: "exact" as const,
    lifetimeSeconds,
    expiresAt: at,
    createdAt: at,
    updatedAt: at,
    finalAt: at,
  };
  return (await tx.invoice.create({ data, select: { id: true } })).id;
}

/**
 * Returns the totals of a top-up's standing credits for its row. `commissionAmount` includes the
 * creation fee, so that the credited and the kept amount add up to the amount received.
 */
export async function topUpTotals(tx: Tx, topUp: Invoice) {
  const credits = await listStandingCredits(tx, topUp.id);
  const fees = await listStandingFees(
    tx,
    credits.map((credit) => credit.depositId),
  );
  const paid = sum(credits.map(({ amount }) => amount));
  const commission = sum(credits.map((credit) => credit.commission));
  const kept = commission.plus(sum(fees.map(({ amount }) => amount)));
  const isCredited = credits.length > 0;
  return {
    paidAmount: paid.toFixed(),
    paidAmountUsd: usdValue(paid, topUp.currentQuote?.usdRate ?? ZERO).toFixed(),
    creditedAmount: isCredited ? paid.minus(kept).toFixed() : null,
    commissionAmount: isCredited ? kept.toFixed() : null,
  };
}
