import type { Tx } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { OutflowOrder } from "@/lib/guards/outflow";
import { type Decimal, decimal } from "@/lib/money/decimal";

/** What a merchant allows itself; null: no such limit. In US dollars. */
export type OutflowLimits = { readonly dailyLimitUsd: Decimal | null; readonly approvalAboveUsd: Decimal | null };

export async function readOutflowLimits(tx: Tx, merchantId: string): Promise<OutflowLimits> {
  const row = await tx.merchant.findUniqueOrThrow({
    where: { id: merchantId },
    select: { dailyLimitUsd: true, approvalAboveUsd: true },
  });
  return {
    dailyLimitUsd: row.dailyLimitUsd && decimal(row.dailyLimitUsd),
    approvalAboveUsd: row.approvalAboveUsd && decimal(row.approvalAboveUsd),
  };
}

/** Lets one outflow of the merchant after the other through, until the transaction ends. */
export async function lockOutflows(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`outflows:${merchantId}`}, 0))`;
}

/** What left beside this outflow since, without what came back. What was ordered without a price counts for nothing. */
export async function sumOthersSince(
  tx: Tx,
  { merchantId, kind, subjectId }: Pick<OutflowOrder, "merchantId" | "kind" | "subjectId">,
  since: Date,
): Promise<Decimal> {
  const [row] = await tx.$queryRaw<[{ sum: Prisma.Decimal }]>`
    SELECT coalesce(sum(value_usd), 0) AS sum FROM outflows
    WHERE merchant_id = ${merchantId}::uuid AND created_at > ${since} AND returned_at IS NULL
      AND (kind::text, subject_id) <> (${kind}, ${subjectId}::uuid)`;
  return decimal(row.sum);
}
