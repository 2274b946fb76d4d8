import { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import type { ReviewDecision } from "@/lib/money-out/reviews/schema";
import type { OutflowKind, ReviewReason } from "@/lib/people/guards/outflow";

export type Review = {
  readonly id: string;
  readonly kind: OutflowKind;
  readonly subjectId: string;
  readonly merchantId: string | null;
  readonly reason: ReviewReason;
  readonly requestedById: string | null;
  readonly decision: ReviewDecision | null;
};

const REVIEW = {
  id: true,
  kind: true,
  subjectId: true,
  merchantId: true,
  reason: true,
  requestedById: true,
  decision: true,
} as const;

/**
 * Locks a review and all others of its subject, so that their decisions are known while one is
 * decided. Reviews are locked before their subject, which nobody locks first.
 */
export async function lockReviews(tx: Tx, reviewId: string): Promise<{ asked: Review; all: readonly Review[] } | null> {
  const found = await tx.review.findFirst({ where: { id: reviewId }, select: { kind: true, subjectId: true } });
  if (found === null) return null;
  await tx.$queryRaw`
    SELECT 1 FROM reviews WHERE kind::text = ${found.kind} AND subject_id = ${found.subjectId}::uuid ORDER BY id FOR UPDATE`;
  const all = await tx.review.findMany({ where: found, select: REVIEW });
  const asked = all.find(({ id }) => id === reviewId.toLowerCase());
  return asked === undefined ? null : { asked, all };
}

/**
 * Returns whether the user created a key with which the machine API may have created this outflow.
 */
export async function hasMadeKeyOf(tx: Tx, { id }: Pick<Review, "id">, userId: string): Promise<boolean> {
  return (await selectOfOwnKey(tx, [id], userId)).has(id);
}

/**
 * Returns which of these reviews concern an outflow that the machine API may have created with a
 * key of this user: one that was valid then or is now. Refunds may be signed with either kind of
 * key.
 */
export async function selectOfOwnKey(
  tx: Tx,
  reviewIds: readonly string[],
  userId: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM reviews r LEFT JOIN outflows o ON o.kind = r.kind AND o.subject_id = r.subject_id
    WHERE r.id = ANY(${[...reviewIds]}::uuid[]) AND ${isOfOwnKey(userId)}`;
  return new Set(rows.map(({ id }) => id));
}

/** The condition of `selectOfOwnKey`, for a review `r` and its outflow `o`. */
export function isOfOwnKey(userId: string): Prisma.Sql {
  return Prisma.sql`(r.requested_by_id IS NULL AND EXISTS (
      SELECT FROM api_keys k JOIN audit_events e ON e.target = k.id::text AND e.action IN ('api-key.issue', 'api-key.rotate')
      WHERE k.merchant_id = r.merchant_id AND e.actor_id = ${userId}::uuid
        AND (k.kind = 'payout' OR (k.kind = 'payment' AND r.kind = 'refund'))
        AND (k.ends_at IS NULL OR k.ends_at > o.created_at)))`;
}

/**
 * Returns whether the outflow is over: it failed, was cancelled or refused, and its funds were
 * returned.
 */
export async function isReturned(tx: Tx, { kind, subjectId }: Pick<Review, "kind" | "subjectId">): Promise<boolean> {
  return (await tx.outflow.count({ where: { kind, subjectId, returnedAt: { not: null } } })) > 0;
}

/** Returns false when it was already decided. */
export async function markDecided(
  tx: Tx,
  id: string,
  decision: ReviewDecision,
  decidedById: string | null,
): Promise<boolean> {
  const data = { decision, decidedById, decidedAt: new Date() };
  const { count } = await tx.review.updateMany({ where: { id, decision: null }, data });
  return count === 1;
}

/** Returns the destination of a review's subject. */
export async function findDestination(
  tx: Tx,
  { kind, subjectId }: Pick<Review, "kind" | "subjectId">,
): Promise<{ readonly network: string; readonly address: string } | null> {
  const select = { networkCode: true, address: true } as const;
  const row =
    kind === "payout"
      ? await tx.payout.findUnique({ where: { id: subjectId }, select })
      : await tx.refund.findUnique({ where: { id: subjectId }, select });
  return row && { network: row.networkCode, address: row.address };
}

export type ReviewRow = {
  readonly id: string;
  readonly reason: ReviewReason;
  readonly detail: string;
  readonly kind: "payout" | "refund";
  readonly subjectId: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly amount: Prisma.Decimal;
  readonly currency: string;
  readonly commission: Prisma.Decimal;
  readonly debitedAmount: Prisma.Decimal;
  readonly fromCurrency: string;
  readonly network: string;
  readonly address: string;
  readonly valueUsd: Prisma.Decimal | null;
  readonly orderId: string | null;
  readonly requestedById: string | null;
  readonly requestedByName: string | null;
  readonly openedAt: Date;
  readonly decision: ReviewDecision | null;
  readonly decidedById: string | null;
  readonly decidedByName: string | null;
  readonly decidedAt: Date | null;
  readonly isOpen: boolean;
};

export type ReviewSelection = {
  readonly isOpen: boolean;
  readonly limit: number;
  /** Only these of them. */
  readonly ids?: readonly string[] | null;
};

/**
 * Selects reviews of a merchant, or for the operator the screening reviews of all merchants, newest
 * first: either open or finished ones. A review whose outflow was cancelled or failed is finished
 * without a decision.
 */
export async function selectReviews(
  tx: Tx,
  merchantId: string | null,
  { isOpen, limit, ids = null }: ReviewSelection,
): Promise<ReviewRow[]> {
  const waits = Prisma.sql`(r.decision IS NULL AND o.returned_at IS NULL)`;
  const isAsked = isOpen ? waits : Prisma.sql`NOT ${waits}`;
  const isOwn =
    merchantId === null ? Prisma.sql`AND r.reason = 'screening'` : Prisma.sql`AND r.merchant_id = ${merchantId}::uuid`;
  const isNamed = ids === null ? Prisma.empty : Prisma.sql`AND r.id = ANY(${[...ids]}::uuid[])`;
  return await tx.$queryRaw<ReviewRow[]>`
    SELECT r.id, r.reason, r.detail, r.kind, r.subject_id AS "subjectId", m.id AS "merchantId", m.name AS "merchantName",
      coalesce(p.sent_amount, f.sent_amount) AS amount, coalesce(p.payer_code, f.currency_code) AS currency,
      coalesce(p.commission, f.commission) AS commission, coalesce(p.from_code, f.from_code) AS "fromCurrency",
      coalesce(p.debited_amount, f.debited_amount) AS "debitedAmount",
      coalesce(p.network_code, f.network_code) AS network, coalesce(p.address, f.address) AS address,
      o.value_usd AS "valueUsd", p.order_id AS "orderId", r.requested_by_id AS "requestedById", u.name AS "requestedByName",
      r.opened_at AS "openedAt", r.decision, r.decided_by_id AS "decidedById", d.name AS "decidedByName",
      r.decided_at AS "decidedAt", ${waits} AS "isOpen"
    FROM reviews r
      JOIN outflows o ON o.kind = r.kind AND o.subject_id = r.subject_id
      JOIN merchants m ON m.id = r.merchant_id
      LEFT JOIN payouts p ON r.kind = 'payout' AND p.id = r.subject_id
      LEFT JOIN refunds f ON r.kind = 'refund' AND f.id = r.subject_id
      LEFT JOIN users u ON u.id = r.requested_by_id LEFT JOIN users d ON d.id = r.decided_by_id
    WHERE ${isAsked} ${isOwn} ${isNamed} AND coalesce(p.id, f.id) IS NOT NULL
    ORDER BY r.opened_at DESC, r.id DESC LIMIT ${limit}`;
}
