import type { Tx } from "@/lib/db";
import type { OutflowLimitsInput, OutflowLimitsView } from "@/lib/merchants/limits-schema";
import { decimal } from "@/lib/money/decimal";

/** Null for no such merchant. */
export async function selectOutflowLimits(tx: Tx, merchantId: string): Promise<OutflowLimitsView | null> {
  const row = await tx.merchant.findUnique({
    where: { id: merchantId },
    select: {
      dailyLimitUsd: true,
      approvalAboveUsd: true,
      refundCeilingUsd: true,
      refundsNeedPayoutKey: true,
      callsNeedTimedSignature: true,
    },
  });
  return (
    row && {
      ...row,
      dailyLimitUsd: row.dailyLimitUsd && decimal(row.dailyLimitUsd).toFixed(),
      approvalAboveUsd: row.approvalAboveUsd && decimal(row.approvalAboveUsd).toFixed(),
      refundCeilingUsd: row.refundCeilingUsd && decimal(row.refundCeilingUsd).toFixed(),
    }
  );
}

/** Changes follow each other: what is read after this is what they change. */
export async function lockOutflowLimits(tx: Tx, merchantId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM merchants WHERE id = ${merchantId}::uuid FOR NO KEY UPDATE`;
}

/** `loosenedAt`: when this loosens one of them. */
export async function updateOutflowLimits(
  tx: Tx,
  merchantId: string,
  limits: OutflowLimitsInput,
  loosenedAt: Date | null,
): Promise<void> {
  const loosened = loosenedAt === null ? {} : { limitsLoosenedAt: loosenedAt };
  const data = { ...limits, ...loosened };
  await tx.merchant.update({ where: { id: merchantId }, data, select: { id: true } });
}

/** Counts as loosened when this person had their last new password, if that is later than what counts already. */
export async function loosenAsOfPassword(tx: Tx, merchantId: string, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE merchants m SET limits_loosened_at = greatest(m.limits_loosened_at, u.password_changed_at)
    FROM users u WHERE m.id = ${merchantId}::uuid AND u.id = ${userId}::uuid AND u.password_changed_at IS NOT NULL`;
}

/** Counts as loosened where a second person has to agree to anything. */
export async function loosenWhereAgreed(tx: Tx, merchantId: string, loosenedAt: Date): Promise<void> {
  const where = { id: merchantId, approvalAboveUsd: { not: null } };
  await tx.merchant.updateMany({ where, data: { limitsLoosenedAt: loosenedAt } });
}
