import type { Tx } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
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
  const rows = await tx.$queryRaw<FeeRow[]>`
    SELECT deposit_id AS "depositId", inclusion, amount, fee_amount AS "feeAmount"
    FROM wallet_fees WHERE deposit_id = ANY(${[...depositIds]}::uuid[]) AND reversed_at IS NULL`;
  return rows.map((row) => ({ ...row, amount: decimal(row.amount), feeAmount: decimal(row.feeAmount) }));
}

type FeeRow = Pick<StandingFee, "depositId" | "inclusion"> & Record<"amount" | "feeAmount", Prisma.Decimal>;

export async function closeFee(tx: Tx, fee: Pick<StandingFee, "depositId" | "inclusion">): Promise<void> {
  await tx.walletFee.update({
    where: { depositId_inclusion: { depositId: fee.depositId, inclusion: fee.inclusion } },
    data: { reversedAt: new Date() },
    select: { depositId: true },
  });
}
