import type { Tx } from "@/lib/db";
import type { MemberRole } from "@/lib/merchants/role";

export type StandingRow = {
  readonly paymentsBlockedAt: Date | null;
  readonly payoutsBlockedAt: Date | null;
  /** Of the suspension that was written down first among those that last; null also where none was written down. */
  readonly ownerSuspendedAt: Date | null;
  readonly limitsLoosenedAt: Date | null;
  readonly passwordChangedAt: Date | null;
  readonly payoutKeyMadeAt: Date | null;
};

/** The moments of everything that can stop a merchant; null when there is no such merchant. */
export async function selectStanding(
  tx: Tx,
  merchantId: string,
  payers: readonly MemberRole[],
): Promise<StandingRow | null> {
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
