import type { Tx } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";

/**
 * Taken by whoever is about to sign a payout or refund, before they look whether anything holds its merchant's money and before any row is
 * locked; signers do not wait for each other. Held until the transaction ends.
 * @returns false for what passed no gate: nothing holds it
 */
export async function shareHoldLock(tx: Tx, kind: "payout" | "refund", subjectId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT pg_advisory_xact_lock_shared(${keyOf(Prisma.sql`merchant_id`)})::text FROM outflows
    WHERE kind = ${kind}::outflow_kind AND subject_id = ${subjectId}::uuid`;
  return rows.length > 0;
}

/**
 * Taken first by whoever blocks merchants: every signature that has begun for them is waited for, and whoever signs later sees the block.
 * In one order, so that two of them never wait for each other.
 */
export async function takeHoldLocks(tx: Tx, merchantIds: readonly string[]): Promise<void> {
  for (const id of merchantIds.toSorted()) {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${keyOf(Prisma.sql`${id}::uuid`)})`;
  }
}

function keyOf(merchantId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`hashtextextended('outflow-holds:' || ${merchantId}, 0)`;
}
