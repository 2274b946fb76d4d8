import type { Tx } from "@/lib/db";
import { invariant } from "@/lib/errors";
import { Prisma } from "@/lib/generated/prisma/client";

/**
 * Whether a merchant, `m` in the statement, may have no new payments: the operator has blocked them, or has suspended an owner ("payments are
 * blocked on the merchant or user" in the specification's errors).
 */
export const PAYMENTS_BLOCKED = `(m.payments_blocked_at IS NOT NULL OR EXISTS (
  SELECT FROM merchant_members mm JOIN users u ON u.id = mm.user_id
  WHERE mm.merchant_id = m.id AND mm.role = 'owner' AND u.is_blocked))`;

export async function arePaymentsBlocked(tx: Tx, merchantId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isBlocked: boolean }[]>`
    SELECT ${Prisma.raw(PAYMENTS_BLOCKED)} AS "isBlocked" FROM merchants m WHERE m.id = ${merchantId}::uuid`;
  invariant(row, `merchant ${merchantId} is there`);
  return row.isBlocked;
}
