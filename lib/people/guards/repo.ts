import { Prisma } from "@/lib/generated/prisma/client";
import { batched } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";
import type { MemberRole } from "@/lib/people/merchants/role";

/** Why money of a merchant must not leave; it may if every member is false. */
export type PayoutObstacles = {
  readonly isMerchantBlocked: boolean;
  readonly isOwnerBlocked: boolean;
  /** The password of a member who may pay out was changed or reset since. */
  readonly isPasswordNew: boolean;
  /**
   * The payout key was created since, and replaced another one or followed a new password of a
   * member who may create keys.
   */
  readonly isKeyNew: boolean;
  /**
   * An outflow limit was raised or removed since, or calls without a timestamp were allowed again.
   */
  readonly isLimitLoosened: boolean;
};

type Roles = { readonly payers: readonly MemberRole[]; readonly keyMakers: readonly MemberRole[] };
type AskedObstacles = { readonly merchantId: string; readonly roles: Roles; readonly since: Date };

/**
 * Reads all of them in one query, for what happened after `since`; null if there is no such
 * merchant.
 */
export async function readPayoutObstacles(
  tx: Tx,
  merchantId: string,
  roles: Roles,
  since: Date,
): Promise<PayoutObstacles | null> {
  return await readObstacles(tx, { merchantId, roles, since });
}

/** Of several questions about one merchant, which differ by moments, the earliest counts. */
const readObstacles = batched(async (tx, asked: readonly AskedObstacles[]): Promise<(PayoutObstacles | null)[]> => {
  const found = new Map<string, PayoutObstacles>();
  for (const roles of new Set(asked.map((one) => one.roles))) {
    const own = asked.filter((one) => one.roles === roles);
    for (const { merchantId, ...obstacles } of await selectObstacles(tx, roles, own)) found.set(merchantId, obstacles);
  }
  return asked.map(({ merchantId }) => found.get(merchantId) ?? null);
});

async function selectObstacles(tx: Tx, roles: Roles, asked: readonly AskedObstacles[]) {
  return await tx.$queryRaw<(PayoutObstacles & { readonly merchantId: string })[]>`
    SELECT m.id::text AS "merchantId", m.payouts_blocked_at IS NOT NULL AS "isMerchantBlocked",
      EXISTS (
        SELECT FROM merchant_members mm JOIN users u ON u.id = mm.user_id
        WHERE mm.merchant_id = m.id AND mm.role = 'owner' AND u.is_blocked) AS "isOwnerBlocked",
      EXISTS (
        SELECT FROM merchant_members mm JOIN users u ON u.id = mm.user_id
        WHERE mm.merchant_id = m.id AND mm.role::text = ANY(${[...roles.payers]}::text[])
          AND u.password_changed_at > a.since) AS "isPasswordNew",
      EXISTS (
        SELECT FROM api_keys k
        WHERE k.merchant_id = m.id AND k.kind = 'payout' AND k.created_at > a.since AND (
          EXISTS (
            SELECT FROM api_keys earlier
            WHERE earlier.merchant_id = k.merchant_id AND earlier.kind = k.kind AND earlier.id <> k.id AND earlier.created_at <= k.created_at)
          OR EXISTS (
            SELECT FROM merchant_members mm JOIN users u ON u.id = mm.user_id
            WHERE mm.merchant_id = m.id AND mm.role::text = ANY(${[...roles.keyMakers]}::text[])
              AND u.password_changed_at > a.since AND u.password_changed_at <= k.created_at))) AS "isKeyNew",
      coalesce(m.cooldown_started_at > a.since, false) AS "isLimitLoosened"
    FROM (
      SELECT merchant_id, min(since) AS since
      FROM unnest(${asked.map(({ merchantId }) => merchantId)}::uuid[],
        ${asked.map(({ since }) => since.toISOString())}::text[]::timestamptz[]) AS one (merchant_id, since)
      GROUP BY 1) a JOIN merchants m ON m.id = a.merchant_id`;
}

/** An admitted outflow as the signer sees it. */
export type OrderedOutflow = {
  readonly merchantId: string;
  /** The requester is suspended, and no second person who is not suspended approved. */
  readonly isRequesterSuspended: boolean;
  /**
   * The requester may no longer pay out, because they were removed or demoted, and no second person
   * who is not suspended approved.
   */
  readonly isRequesterGone: boolean;
};

/** Null for an outflow that passed no guard. */
export async function selectOrderedOutflow(
  tx: Tx,
  kind: OutflowSubject["kind"],
  subjectId: string,
  payers: readonly MemberRole[],
): Promise<OrderedOutflow | null> {
  return await readOrdered(tx, { kind, subjectId, payers });
}

type OutflowSubject = { readonly kind: "payout" | "refund"; readonly subjectId: string };
type AskedOrdered = OutflowSubject & { readonly payers: readonly MemberRole[] };

const readOrdered = batched(async (tx, asked: readonly AskedOrdered[]): Promise<(OrderedOutflow | null)[]> => {
  const found = new Map<string, OrderedOutflow>();
  for (const payers of new Set(asked.map((one) => one.payers))) {
    const own = asked.filter((one) => one.payers === payers);
    for (const { subject, ...ordered } of await selectOrdered(tx, payers, own)) found.set(subject, ordered);
  }
  return asked.map((one) => found.get(nameOf(one)) ?? null);
});

const nameOf = ({ kind, subjectId }: OutflowSubject) => `${kind} ${subjectId}`;

async function selectOrdered(tx: Tx, payers: readonly MemberRole[], asked: readonly AskedOrdered[]) {
  return await tx.$queryRaw<(OrderedOutflow & { readonly subject: string })[]>`
    SELECT o.kind::text || ' ' || o.subject_id AS subject, o.merchant_id AS "merchantId",
      coalesce(u.is_blocked, false) AND NOT a.is_agreed AS "isRequesterSuspended",
      u.id IS NOT NULL AND NOT a.is_agreed AND NOT EXISTS (
        SELECT FROM merchant_members mm
        WHERE mm.merchant_id = o.merchant_id AND mm.user_id = u.id AND mm.role::text = ANY(${[...payers]}::text[])) AS "isRequesterGone"
    FROM ${outflowsOf(asked)}
      LEFT JOIN payouts p ON o.kind = 'payout' AND p.id = o.subject_id
      LEFT JOIN refunds f ON o.kind = 'refund' AND f.id = o.subject_id
      LEFT JOIN users u ON u.id = coalesce(p.created_by_id, f.created_by_id)
      CROSS JOIN LATERAL (SELECT EXISTS (
        SELECT FROM reviews r JOIN users d ON d.id = r.decided_by_id
        WHERE r.kind = o.kind AND r.subject_id = o.subject_id AND r.reason = 'approval' AND r.decision = 'approved'
          AND NOT d.is_blocked) AS is_agreed) a`;
}

/** The admitted outflows (`o`) among these. */
function outflowsOf(asked: readonly OutflowSubject[]): Prisma.Sql {
  const [kinds, ids] = [asked.map(({ kind }) => kind), asked.map(({ subjectId }) => subjectId)];
  return Prisma.sql`unnest(${kinds}::text[]::outflow_kind[], ${ids}::uuid[]) AS subject (kind, id)
    JOIN outflows o ON o.kind = subject.kind AND o.subject_id = subject.id`;
}

/**
 * Returns when a user's password and operator role last changed, if ever; null if there is no such
 * user.
 */
export async function selectOperatorChanges(
  tx: Tx,
  userId: string,
): Promise<{ readonly passwordChangedAt: Date | null; readonly operatorSince: Date | null } | null> {
  return await tx.user.findUnique({ where: { id: userId }, select: { passwordChangedAt: true, operatorSince: true } });
}

/**
 * Returns whether an operator exists who is not suspended and whose password and role are no newer
 * than `since`.
 */
export async function existsOperatorPastCooldown(tx: Tx, since: Date): Promise<boolean> {
  const isPasswordOld = { OR: [{ passwordChangedAt: null }, { passwordChangedAt: { lte: since } }] };
  const isLongOperator = { OR: [{ operatorSince: null }, { operatorSince: { lte: since } }] };
  const where = { isOperator: true, isBlocked: false, AND: [isPasswordOld, isLongOperator] };
  return (await tx.user.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Takes the shared lock before a payout or refund is signed, before the signer checks for holds on
 * the merchant's money and before any row is locked; signers do not wait for each other. Held until
 * the transaction ends.
 * @returns false for what passed no guard: nothing holds it
 */
export async function shareHoldLock(tx: Tx, kind: OutflowSubject["kind"], subjectId: string): Promise<boolean> {
  return await shareHoldLocks(tx, { kind, subjectId });
}

/** In the order in which {@link takeHoldLocks} takes them. */
const shareHoldLocks = batched(async (tx, asked: readonly OutflowSubject[]): Promise<boolean[]> => {
  const rows = await tx.$queryRaw<{ subject: string }[]>`
    SELECT subject, pg_advisory_xact_lock_shared(${keyOf(Prisma.sql`merchant_id`)})::text FROM (
      SELECT o.kind::text || ' ' || o.subject_id AS subject, o.merchant_id FROM ${outflowsOf(asked)}
      ORDER BY o.merchant_id OFFSET 0) AS ordered`;
  const guarded = new Set(rows.map(({ subject }) => subject));
  return asked.map((one) => guarded.has(nameOf(one)));
});

/**
 * Takes the exclusive locks before merchants are blocked: waits for every signature that has begun
 * for them, and later signers see the block. Locks in one order, so that two callers never
 * deadlock.
 */
export async function takeHoldLocks(tx: Tx, merchantIds: readonly string[]): Promise<void> {
  for (const id of merchantIds.toSorted()) {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${keyOf(Prisma.sql`${id}::uuid`)})`;
  }
}

function keyOf(merchantId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`hashtextextended('outflow-holds:' || ${merchantId}, 0)`;
}
