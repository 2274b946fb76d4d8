import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { Conversion } from "@/lib/money-in/conversions/conversion";

/**
 * What asks for a conversion: a credit, by the merchant's settings; a payout or a refund that
 * another balance pays.
 */
export type ConversionCause = "auto" | "payout" | "refund";

/** Conversions of credits. */
const CAUSE = "auto";

/** Answers whether it was not there before. */
export async function insertAutoConvert(tx: Tx, merchantId: string, currencyCode: string): Promise<boolean> {
  const made = await tx.autoConvert.createMany({ data: [{ merchantId, currencyCode }], skipDuplicates: true });
  return made.count > 0;
}

/** Answers whether it was there. */
export async function deleteAutoConvert(tx: Tx, merchantId: string, currencyCode: string): Promise<boolean> {
  const gone = await tx.autoConvert.deleteMany({ where: { merchantId, currencyCode } });
  return gone.count > 0;
}

/** `reference` is that of the credit, or the payout or refund. */
export async function insertConversion(
  tx: Tx,
  conversion: Conversion & {
    readonly cause: ConversionCause;
    readonly reference: string;
    readonly invoiceId: string | null;
  },
): Promise<void> {
  const { fromAmount, toAmount, fee, rate, ...rest } = conversion;
  const exact = {
    fromAmount: fromAmount.toFixed(),
    toAmount: toAmount.toFixed(),
    fee: fee.toFixed(),
    rate: rate.toFixed(),
  };
  await tx.conversion.create({ data: { ...rest, ...exact }, select: { id: true } });
}

/** The conversion of a credit, unless it was undone. */
export async function findStandingConversion(tx: Tx, reference: string): Promise<Conversion | null> {
  const row = await tx.conversion.findUnique({
    where: { cause_reference: { cause: CAUSE, reference }, reversedAt: null },
  });
  return row ? toConversion(row) : null;
}

/** What stands converted of a payment's credits, oldest first. */
export async function listStandingConversions(tx: Tx, invoiceId: string): Promise<Conversion[]> {
  const rows = await tx.conversion.findMany({
    where: { invoiceId, cause: CAUSE, reversedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(toConversion);
}

/**
 * The conversion that something else than a credit asked for, by its cause; also when it was
 * undone.
 */
export async function findConversionOf(
  tx: Tx,
  cause: Exclude<ConversionCause, "auto">,
  reference: string,
): Promise<Conversion | null> {
  const row = await tx.conversion.findUnique({ where: { cause_reference: { cause, reference } } });
  return row && toConversion(row);
}

/** It was undone; `returnedAmount` where less went back than was taken. */
export async function closeConversion(
  tx: Tx,
  cause: ConversionCause,
  reference: string,
  returnedAmount: Decimal | null = null,
): Promise<void> {
  await tx.conversion.update({
    where: { cause_reference: { cause, reference } },
    data: { reversedAt: new Date(), returnedAmount: returnedAmount?.toFixed() ?? null },
    select: { id: true },
  });
}

function toConversion(row: Prisma.ConversionGetPayload<object>): Conversion {
  return {
    merchantId: row.merchantId,
    fromCode: row.fromCode,
    fromAmount: decimal(row.fromAmount),
    toCode: row.toCode,
    toAmount: decimal(row.toAmount),
    fee: decimal(row.fee),
    rate: decimal(row.rate),
    rateSource: row.rateSource,
    rateAt: row.rateAt,
  };
}
