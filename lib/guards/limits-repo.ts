import type { Tx } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { OutflowOrder } from "@/lib/guards/outflow";
import { type Decimal, decimal } from "@/lib/money/decimal";

/** What a merchant allows itself; null: no such limit. In US dollars. */
export type OutflowLimits = {
  readonly dailyLimitUsd: Decimal | null;
  readonly approvalAboveUsd: Decimal | null;
  readonly refundCeilingUsd: Decimal | null;
};

export async function readOutflowLimits(tx: Tx, merchantId: string): Promise<OutflowLimits> {
  const row = await tx.merchant.findUniqueOrThrow({
    where: { id: merchantId },
    select: { dailyLimitUsd: true, approvalAboveUsd: true, refundCeilingUsd: true },
  });
  return {
    dailyLimitUsd: row.dailyLimitUsd && decimal(row.dailyLimitUsd),
    approvalAboveUsd: row.approvalAboveUsd && decimal(row.approvalAboveUsd),
    refundCeilingUsd: row.refundCeilingUsd && decimal(row.refundCeilingUsd),
  };
}

/** Lets one outflow of the merchant after the other through, until the transaction ends. */
export async function lockOutflows(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`outflows:${merchantId}`}, 0))`;
}

/**
 * What left beside this outflow since, without what came back. What was ordered without a price counts for nothing. `isElsewhere`: only what
 * the payment key refunded to addresses that did not pay.
 */
export async function sumOthersSince(
  tx: Tx,
  { merchantId, kind, subjectId }: Pick<OutflowOrder, "merchantId" | "kind" | "subjectId">,
  since: Date,
  { isElsewhere = false } = {},
): Promise<Decimal> {
  const [row] = await tx.$queryRaw<[{ sum: Prisma.Decimal }]>`
    SELECT coalesce(sum(value_usd), 0) AS sum FROM outflows
    WHERE merchant_id = ${merchantId}::uuid AND created_at > ${since} AND returned_at IS NULL
      AND (is_elsewhere OR NOT ${isElsewhere}) AND (kind::text, subject_id) <> (${kind}, ${subjectId}::uuid)`;
  return decimal(row.sum);
}

/** Whether the merchant's payment key was made since, and replaced another one. */
export async function isPaymentKeyReplaced(tx: Tx, merchantId: string, since: Date): Promise<boolean> {
  const keys = await tx.apiKey.findMany({
    where: { merchantId, kind: "payment" },
    orderBy: { createdAt: "desc" },
    take: 2,
    select: { createdAt: true },
  });
  const [current, earlier] = keys;
  return current !== undefined && earlier !== undefined && current.createdAt > since;
}
