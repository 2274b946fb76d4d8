import { z } from "zod";
import type { AuditAction } from "@/lib/kernel/audit-log/actions";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { formatsFor } from "@/lib/kernel/locales/formats";
import { refusal } from "@/lib/kernel/refusals";
import {
  existsOperatorPastCooldown,
  type PayoutObstacles,
  readPayoutObstacles,
  selectOperatorChanges,
} from "@/lib/people/guards/repo";
import { type MemberRole, rolesWith } from "@/lib/people/merchants/role";

const since = z.iso.datetime().nullable();

/** What a merchant cannot do now because of the operator or a cooldown; null: no restriction. */
export const restrictionsView = z.object({
  /** Since when new invoices, static wallets and quotes are blocked. */
  paymentsBlockedAt: since,
  /** Since when outflows are blocked. */
  payoutsBlockedAt: since,
  /**
   * An owner of the merchant is suspended, which also blocks outflows; `since` is null if it was
   * not recorded.
   */
  ownerSuspension: z.object({ since }).nullable(),
  /**
   * Until when, at the latest, outflows are blocked because a password, the payout key or a limit
   * has changed.
   */
  cooldownEndsAt: since,
});
export type RestrictionsView = z.output<typeof restrictionsView>;

/** Time for the rightful owner to notice a takeover. */
export const BLOCK_MS = 24 * 60 * 60 * 1000;
export const PAYOUT_ROLES = { payers: rolesWith("payout.create"), keyMakers: rolesWith("payout-key.rotate") };

/**
 * Checked before every outflow: payouts and their calculation, refunds, refunds of blocked wallets,
 * transfers.
 *
 * Refuses while payouts of the merchant or its owner are blocked, for 24 hours after the password
 * of any member who may pay out was changed or reset, after the payout key was rotated, and after
 * the merchant's own limits were loosened. A merchant's first payout key blocks nothing on its own:
 * there was none that could have been stolen. A first key created within 24 hours after a new
 * password of any member who may create keys counts until those 24 hours end.
 *
 * @throws AppError `forbidden`, `outflow_blocked`; the reason is in the log
 */
export async function assertMayPayOut(merchantId: string, now = new Date(), tx: Tx = database()): Promise<void> {
  const since = new Date(now.getTime() - BLOCK_MS);
  const obstacles = await readPayoutObstacles(tx, merchantId, PAYOUT_ROLES, since);
  if (obstacles !== null && !Object.values(obstacles).includes(true)) return;
  throw refusal("outflow_blocked", { ...obstacles });
}

const MINUTE_MS = 60_000;

/**
 * Formats the minute from which on something works again, never too early:
 * `23 Nov 2026, 14:05 UTC`. Pure.
 */
export function formatCooldownEnd(end: Date): string {
  return formatsFor("en").moment(new Date(Math.ceil(end.getTime() / MINUTE_MS) * MINUTE_MS));
}

/** What a new operator may not do yet, phrased to follow "cannot". */
const WANTED = {
  "withdrawal.order": "withdraw",
  "cold-address.set": "change cold addresses",
  "user.change-operator": "add or remove operators",
  "user.suspend": "suspend an operator",
  "user.lift-suspension": "unsuspend an operator",
  "token.add": "add a token",
  "case.refund": "refund held payments",
  "case.credit": "credit held payments",
  "review.decide": "release payments held by screening",
} as const satisfies Partial<Record<AuditAction, string>>;

/**
 * Keeps a new operator, or one with a new password, from moving money out and from removing those
 * who would notice, for 24 hours: whoever took over an operator's mailbox, or made themselves an
 * operator, is noticed in that time. The attempt is written to the audit log. Called before
 * anything else is done.
 * @throws AppError `refused`, with the time from which on it works, and whether another operator
 *   can do it now
 */
export async function assertOperatorCooldownOver(
  actorId: string,
  wanted: keyof typeof WANTED,
  now: Date,
): Promise<void> {
  const changes = await selectOperatorChanges(database(), actorId);
  const cooldowns = [
    { why: "Your password was changed recently", since: changes?.passwordChangedAt ?? null },
    { why: "You are a new operator", since: changes?.operatorSince ?? null },
  ].flatMap(({ why, since }) => (since === null ? [] : [{ why, until: new Date(since.getTime() + BLOCK_MS) }]));
  const longest = cooldowns.toSorted((one, other) => other.until.getTime() - one.until.getTime())[0];
  if (longest === undefined || longest.until <= now) return;
  const until = longest.until.toISOString();
  const detail = { wanted, until };
  await withTransaction((tx) => recordAudit(tx, { actorId, action: "operator.refuse-new", target: actorId, detail }));
  const others = (await existsOperatorPastCooldown(database(), new Date(now.getTime() - BLOCK_MS)))
    ? " Another operator can."
    : "";
  throw new AppError(
    "refused",
    `${longest.why}: until ${formatCooldownEnd(longest.until)} you cannot ${WANTED[wanted]}.${others}`,
  );
}

/**
 * Returns what a merchant cannot do at the moment, since when or until when, for its members. Uses
 * the same query as the outflow guard. The operator's reasons are omitted: they are for the
 * operator alone.
 * @throws AppError `not_found`
 */
export async function readRestrictions(merchantId: string, now: Date): Promise<RestrictionsView> {
  const since = new Date(now.getTime() - BLOCK_MS);
  const [row, obstacles] = await Promise.all([
    selectRestrictions(database(), merchantId, PAYOUT_ROLES.payers),
    readPayoutObstacles(database(), merchantId, PAYOUT_ROLES, since),
  ]);
  if (row === null || obstacles === null) throw new AppError("not_found", "Merchant not found");
  return {
    paymentsBlockedAt: text(row.paymentsBlockedAt),
    payoutsBlockedAt: text(row.payoutsBlockedAt),
    ownerSuspension: obstacles.isOwnerBlocked ? { since: text(row.ownerSuspendedAt) } : null,
    cooldownEndsAt: text(cooldownEndsAt(row, obstacles)),
  };
}

/**
 * Returns the end of the last cooldown that has not ended. A key created within a cooldown may
 * count slightly too long.
 */
function cooldownEndsAt(
  row: RestrictionRow,
  { isPasswordNew, isKeyNew, isLimitLoosened }: PayoutObstacles,
): Date | null {
  const begun = [
    isPasswordNew ? row.passwordChangedAt : null,
    isKeyNew ? row.payoutKeyMadeAt : null,
    isLimitLoosened ? row.cooldownStartedAt : null,
  ];
  const latest = Math.max(...begun.map((at) => at?.getTime() ?? 0));
  return latest === 0 ? null : new Date(latest + BLOCK_MS);
}

const text = (at: Date | null) => at?.toISOString() ?? null;

type RestrictionRow = {
  readonly paymentsBlockedAt: Date | null;
  readonly payoutsBlockedAt: Date | null;
  /** From the current suspension that was recorded first; null also if none was recorded. */
  readonly ownerSuspendedAt: Date | null;
  readonly cooldownStartedAt: Date | null;
  readonly passwordChangedAt: Date | null;
  readonly payoutKeyMadeAt: Date | null;
};

/** Returns the times of everything that can stop a merchant; null if there is no such merchant. */
async function selectRestrictions(
  tx: Tx,
  merchantId: string,
  payers: readonly MemberRole[],
): Promise<RestrictionRow | null> {
  const rows = await tx.$queryRaw<RestrictionRow[]>`
    SELECT m.payments_blocked_at AS "paymentsBlockedAt", m.payouts_blocked_at AS "payoutsBlockedAt",
      m.cooldown_started_at AS "cooldownStartedAt",
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
