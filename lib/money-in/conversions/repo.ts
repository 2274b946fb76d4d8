import type { Prisma } from "@/lib/generated/prisma/client";
import { batched, rowsOf } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { Conversion } from "@/lib/money-in/conversions/conversion";

/**
 * What triggers a conversion: a credit, by the merchant's settings; or a payout or refund paid from
 * another balance.
 */
export type ConversionCause = "auto" | "payout" | "refund";

/** Conversions of credits. */
const CAUSE = "auto";

/** Returns whether it was inserted. */
export async function insertAutoConvert(tx: Tx, merchantId: string, currencyCode: string): Promise<boolean> {
  const made = await tx.autoConvert.createMany({ data: [{ merchantId, currencyCode }], skipDuplicates: true });
  return made.count > 0;
}

/** Returns whether it existed. */
export async function deleteAutoConvert(tx: Tx, merchantId: string, currencyCode: string): Promise<boolean> {
  const gone = await tx.autoConvert.deleteMany({ where: { merchantId, currencyCode } });
  return gone.count > 0;
}

/** `reference` is the reference of the credit, the payout or the refund. */
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

/** Finds the conversion of a credit, unless it was reversed. */
export async function findStandingConversion(tx: Tx, reference: string): Promise<Conversion | null> {
  const row = await tx.conversion.findUnique({
    where: { cause_reference: { cause: CAUSE, reference }, reversedAt: null },
  });
  return row ? toConversion(row) : null;
}

/** Lists the conversions of a payment's credits that were not reversed, oldest first. */
export const listStandingConversions = batched(async (tx, invoiceIds: readonly string[]): Promise<Conversion[][]> => {
  const rows = await tx.conversion.findMany({
    where: { invoiceId: { in: [...invoiceIds] }, cause: CAUSE, reversedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rowsOf(invoiceIds, rows, ({ invoiceId }) => invoiceId ?? "").map((those) => those.map(toConversion));
});

/** Finds the conversion of a payout or refund by its cause, including a reversed one. */
export async function findConversionOf(
  tx: Tx,
  cause: Exclude<ConversionCause, "auto">,
  reference: string,
): Promise<Conversion | null> {
  const row = await tx.conversion.findUnique({ where: { cause_reference: { cause, reference } } });
  return row && toConversion(row);
}

/**
 * Marks a conversion as reversed; `returnedAmount` is set when less was returned than was taken.
 */
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
