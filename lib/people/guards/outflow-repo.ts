import type { Prisma } from "@/lib/generated/prisma/client";
import { batched } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { OutflowKind, OutflowOrder, ReviewReason } from "@/lib/people/guards/outflow";

/** The kinds of entries in the timeline of a payout or refund. Pure, and safe for the browser. */
export const OUTFLOW_EVENTS = [
  "created",
  /** `{ from, to }` */
  "status",
  /**
   * A transaction carries it: `{ txid }`; `replaced` if it is another one than before, with
   * `cause: "expired"` if that one could never confirm.
   */
  "signed",
  "replaced",
  /** `{ reason }`, null when nothing blocks it any more. */
  "waits",
  /** `{ reason, detail }` */
  "review-opened",
  /** `{ reason, decision }` */
  "review-decided",
  /** `{ txid, cost, currency }` */
  "confirmed",
  /** `{ reason }` */
  "failed",
  /** Earlier entries were deleted by the retention settings: `{ what, before }`, a date in UTC. */
  "data-deleted",
] as const;

export type OutflowEventName = (typeof OUTFLOW_EVENTS)[number];

/** `valueUsd` in whole cents. Returns false if the outflow is already recorded. */
export async function insertOutflowOnce(tx: Tx, order: OutflowOrder, valueUsd: Decimal | null): Promise<boolean> {
  const { kind, subjectId, merchantId, isThirdParty = false } = order;
  const data = [{ kind, subjectId, merchantId, valueUsd: valueUsd?.toFixed() ?? null, isThirdParty }];
  const { count } = await tx.outflow.createMany({ data, skipDuplicates: true });
  return count === 1;
}

/** The outflow no longer counts against the limits. */
export async function markReturned(tx: Tx, kind: OutflowKind, subjectId: string): Promise<void> {
  await tx.outflow.updateMany({ where: { kind, subjectId, returnedAt: null }, data: { returnedAt: new Date() } });
}

export async function insertReview(tx: Tx, order: OutflowOrder, reason: ReviewReason, detail: string): Promise<void> {
  const { kind, subjectId, merchantId, requestedById } = order;
  await tx.review.create({
    data: { kind, subjectId, merchantId, requestedById, reason, detail },
    select: { id: true },
  });
}

/** Returns the pending reviews of a recorded outflow. */
export async function selectUndecided(tx: Tx, kind: OutflowKind, subjectId: string): Promise<ReviewReason[]> {
  const rows = await tx.review.findMany({
    where: { kind, subjectId, decision: null },
    orderBy: { openedAt: "asc" },
    select: { reason: true },
  });
  return rows.map(({ reason }) => reason);
}

/** Adds an entry to the timeline of a payout or refund. */
export async function insertOutflowEvent(
  tx: Tx,
  subject: { readonly kind: OutflowKind; readonly subjectId: string },
  event: OutflowEventName,
  detail: Prisma.InputJsonObject = {},
): Promise<void> {
  await insertEvent(tx, { kind: subject.kind, subjectId: subject.subjectId, event, detail });
}

const insertEvent = batched(async (tx, data: readonly Prisma.OutflowEventCreateManyInput[]): Promise<null[]> => {
  await tx.outflowEvent.createMany({ data: [...data] });
  return data.map(() => null);
});
