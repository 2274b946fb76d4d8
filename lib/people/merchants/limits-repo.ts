import type { Tx } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import type { OutflowLimitsInput, OutflowLimitsView } from "@/lib/people/merchants/limits-schema";
import { isAllowed, type MemberRole } from "@/lib/people/merchants/role";

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
  const loosened = loosenedAt === null ? {} : { cooldownStartedAt: loosenedAt };
  const data = { ...limits, ...loosened };
  await tx.merchant.update({ where: { id: merchantId }, data, select: { id: true } });
}

/**
 * Counts as loosened when this person had their last new password, if that is later than what
 * counts already.
 */
export async function loosenAsOfPassword(tx: Tx, merchantId: string, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE merchants m SET cooldown_started_at = greatest(m.cooldown_started_at, u.password_changed_at)
    FROM users u WHERE m.id = ${merchantId}::uuid AND u.id = ${userId}::uuid AND u.password_changed_at IS NOT NULL`;
}

/** Counts as loosened where a second person has to agree to anything. */
export async function loosenWhereAgreed(tx: Tx, merchantId: string, loosenedAt: Date): Promise<void> {
  const where = { id: merchantId, approvalAboveUsd: { not: null } };
  await tx.merchant.updateMany({ where, data: { cooldownStartedAt: loosenedAt } });
}

/**
 * For whoever ends a membership or gives another role: the 24-hour cooldown after a new password
 * applies to those who may pay out at that moment, so what is left of one's who no longer may goes
 * over to the merchant. Otherwise who reset an owner's password would let themselves in as another
 * person, leave as that owner, and pay out at once.
 */
export async function transferCooldownToMerchant(
  tx: Tx,
  { merchantId, userId }: { readonly merchantId: string; readonly userId: string },
  roles: { readonly before: MemberRole; readonly after: MemberRole | null },
): Promise<void> {
  const mayStill = roles.after !== null && isAllowed(roles.after, "payout.create");
  if (isAllowed(roles.before, "payout.create") && !mayStill) await loosenAsOfPassword(tx, merchantId, userId);
}

/**
 * For whoever lets somebody in or gives another role: where the merchant wants a second person to
 * agree, one more who may is a looser limit, and the 24-hour cooldown begins. Otherwise who took
 * over an owner's session would invite themselves and agree with themselves.
 */
export async function recordNewDecider(tx: Tx, merchantId: string, role: MemberRole, now: Date): Promise<void> {
  if (isAllowed(role, "review.decide")) await loosenWhereAgreed(tx, merchantId, now);
}
