import type { Tx } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import type { OutflowLimitsInput, OutflowLimitsView } from "@/lib/people/merchants/limits-schema";
import { isAllowed, type MemberRole } from "@/lib/people/merchants/role";

/** Null if there is no such merchant. */
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

/** Serialises changes: what is read after this is what they change. */
export async function lockOutflowLimits(tx: Tx, merchantId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM merchants WHERE id = ${merchantId}::uuid FOR NO KEY UPDATE`;
}

/** `loosenedAt`: set if this change loosens a limit. */
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
 * Sets the cooldown start to this person's last password change, if that is later than the current
 * start.
 */
export async function loosenAsOfPassword(tx: Tx, merchantId: string, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE merchants m SET cooldown_started_at = greatest(m.cooldown_started_at, u.password_changed_at)
    FROM users u WHERE m.id = ${merchantId}::uuid AND u.id = ${userId}::uuid AND u.password_changed_at IS NOT NULL`;
}

/** Starts the cooldown if a second person must approve outflows. */
export async function loosenWhereAgreed(tx: Tx, merchantId: string, loosenedAt: Date): Promise<void> {
  const where = { id: merchantId, approvalAboveUsd: { not: null } };
  await tx.merchant.updateMany({ where, data: { cooldownStartedAt: loosenedAt } });
}

/**
 * Called when a membership ends or changes its role: the 24-hour cooldown after a new password
 * applies to members who may pay out, so the remaining cooldown of a member who no longer may is
 * transferred to the merchant. Otherwise an attacker who reset an owner's password could add
 * themselves as another person, leave as that owner, and pay out at once.
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
 * Called when a member is added or changes role: if the merchant requires approval by a second
 * person, one more approver is a looser limit, and the 24-hour cooldown begins. Otherwise an
 * attacker with an owner's session could invite themselves and approve their own outflows.
 */
export async function recordNewDecider(tx: Tx, merchantId: string, role: MemberRole, now: Date): Promise<void> {
  if (isAllowed(role, "review.decide")) await loosenWhereAgreed(tx, merchantId, now);
}
