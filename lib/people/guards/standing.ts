import { database, type Tx } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { BLOCK_MS, PAYOUT_ROLES } from "@/lib/people/guards/assert-may-pay-out";
import { type PayoutObstacles, readPayoutObstacles } from "@/lib/people/guards/repo";
import type { StandingView } from "@/lib/people/guards/standing-schema";
import type { MemberRole } from "@/lib/people/merchants/role";

/**
 * What a merchant cannot do at the moment, since when or until when, for its members. By the same look as the gate of money that leaves.
 * The operator's reasons are not told: they are for the operator alone.
 * @throws AppError `not_found`
 */
export async function readStanding(merchantId: string, now: Date): Promise<StandingView> {
  const since = new Date(now.getTime() - BLOCK_MS);
  const [row, obstacles] = await Promise.all([
    selectStanding(database(), merchantId, PAYOUT_ROLES.payers),
    readPayoutObstacles(database(), merchantId, PAYOUT_ROLES, since),
  ]);
  if (row === null || obstacles === null) throw new AppError("not_found", "There is no such merchant");
  return {
    paymentsBlockedAt: text(row.paymentsBlockedAt),
    payoutsBlockedAt: text(row.payoutsBlockedAt),
    ownerSuspension: obstacles.isOwnerBlocked ? { since: text(row.ownerSuspendedAt) } : null,
    restsUntil: text(restsUntil(row, obstacles)),
  };
}

/** The end of the last rest that still goes on. A key that was made within a rest may count a little long. */
function restsUntil(row: StandingRow, { isPasswordNew, isKeyNew, isLimitLoosened }: PayoutObstacles): Date | null {
  const begun = [
    isPasswordNew ? row.passwordChangedAt : null,
    isKeyNew ? row.payoutKeyMadeAt : null,
    isLimitLoosened ? row.limitsLoosenedAt : null,
  ];
  const latest = Math.max(...begun.map((at) => at?.getTime() ?? 0));
  return latest === 0 ? null : new Date(latest + BLOCK_MS);
}

const text = (at: Date | null) => at?.toISOString() ?? null;

type StandingRow = {
  readonly paymentsBlockedAt: Date | null;
  readonly payoutsBlockedAt: Date | null;
  /** Of the suspension that was written down first among those that last; null also where none was written down. */
  readonly ownerSuspendedAt: Date | null;
  readonly limitsLoosenedAt: Date | null;
  readonly passwordChangedAt: Date | null;
  readonly payoutKeyMadeAt: Date | null;
};

/** The moments of everything that can stop a merchant; null when there is no such merchant. */
async function selectStanding(tx: Tx, merchantId: string, payers: readonly MemberRole[]): Promise<StandingRow | null> {
  const rows = await tx.$queryRaw<StandingRow[]>`
    SELECT m.payments_blocked_at AS "paymentsBlockedAt", m.payouts_blocked_at AS "payoutsBlockedAt",
      m.limits_loosened_at AS "limitsLoosenedAt",
      (SELECT min(last.at) FROM merchant_members mm JOIN users u ON u.id = mm.user_id AND u.is_blocked,
        LATERAL (SELECT max(e.at) AS at FROM audit_events e
          WHERE e.target = u.id::text AND e.action = 'user.suspend') last
        WHERE mm.merchant_id = m.id AND mm.role = 'owner') AS "ownerSuspendedAt",
      (SELECT max(u.password_changed_at) FROM merchant_members mm JOIN users u ON u.id = mm.user_id
        WHERE mm.merchant_id = m.id AND mm.role::text = ANY(${[...payers]}::text[])) AS "passwordChangedAt",
      (SELECT max(k.created_at) FROM api_keys k WHERE k.merchant_id = m.id AND k.kind = 'payout') AS "payoutKeyMadeAt"
    FROM merchants m WHERE m.id = ${merchantId}::uuid`;
  return rows[0] ?? null;
}
