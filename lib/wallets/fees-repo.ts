import type { Tx } from "@/lib/db";
import { type Decimal, decimal } from "@/lib/money/decimal";
import type { FeeCharge } from "@/lib/wallets/creation-fee";

export type StandingFee = FeeCharge & { readonly depositId: string; readonly inclusion: number };

export type NewFee = StandingFee & {
  readonly walletId: string;
  readonly currencyCode: string;
  readonly rate: Decimal;
  readonly rateSource: string;
  readonly rateAt: Date;
};

export async function insertFee(tx: Tx, fee: NewFee): Promise<void> {
  const data = {
    ...fee,
    amount: fee.amount.toFixed(),
    feeAmount: fee.feeAmount.toFixed(),
    rate: fee.rate.toFixed(),
  };
  await tx.walletFee.create({ data, select: { depositId: true } });
}

/** What these deposits have paid of their wallet's creation fee and was not given back. */
export async function listStandingFees(tx: Tx, depositIds: readonly string[]): Promise<StandingFee[]> {
  const rows = await tx.walletFee.findMany({
    where: { depositId: { in: [...depositIds] }, reversedAt: null },
    select: { depositId: true, inclusion: true, amount: true, feeAmount: true },
  });
  return rows.map((row) => ({ ...row, amount: decimal(row.amount), feeAmount: decimal(row.feeAmount) }));
}

export async function closeFee(tx: Tx, fee: Pick<StandingFee, "depositId" | "inclusion">): Promise<void> {
  await tx.walletFee.update({
    where: { depositId_inclusion: { depositId: fee.depositId, inclusion: fee.inclusion } },
    data: { reversedAt: new Date() },
    select: { depositId: true },
  });
}
