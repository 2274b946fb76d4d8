import type { Tx } from "@/lib/db";
import { type Decimal, decimal } from "@/lib/money/decimal";

/** A part that stands credited to the merchant. */
export type StandingCredit = {
  readonly depositId: string;
  readonly inclusion: number;
  readonly currencyCode: string;
  readonly amount: Decimal;
  readonly commission: Decimal;
};

export async function listStandingCredits(tx: Tx, invoiceId: string): Promise<StandingCredit[]> {
  const rows = await tx.invoiceCredit.findMany({ where: { invoiceId, reversedAt: null } });
  return rows.map((row) => ({ ...row, amount: decimal(row.amount), commission: decimal(row.commission) }));
}

export async function insertCredit(tx: Tx, invoiceId: string, credit: StandingCredit): Promise<void> {
  await tx.invoiceCredit.create({
    data: { ...credit, invoiceId, amount: credit.amount.toFixed(), commission: credit.commission.toFixed() },
    select: { depositId: true },
  });
}

export async function closeCredit(tx: Tx, credit: Pick<StandingCredit, "depositId" | "inclusion">): Promise<void> {
  await tx.invoiceCredit.update({
    where: { depositId_inclusion: { depositId: credit.depositId, inclusion: credit.inclusion } },
    data: { reversedAt: new Date() },
    select: { depositId: true },
  });
}
