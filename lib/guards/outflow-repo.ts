import type { Tx } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { OutflowKind, OutflowOrder, ReviewReason } from "@/lib/guards/outflow";
import type { OutflowEventName } from "@/lib/guards/outflow-event";
import type { Decimal } from "@/lib/money/decimal";

/** `valueUsd` in whole cents. Answers false when the outflow is written down already. */
export async function insertOutflowOnce(tx: Tx, order: OutflowOrder, valueUsd: Decimal | null): Promise<boolean> {
  const { kind, subjectId, merchantId, isElsewhere = false } = order;
  const data = [{ kind, subjectId, merchantId, valueUsd: valueUsd?.toFixed() ?? null, isElsewhere }];
  const { count } = await tx.outflow.createMany({ data, skipDuplicates: true });
  return count === 1;
}

/** It no longer counts against the limits. */
export async function markReturned(tx: Tx, kind: OutflowKind, subjectId: string): Promise<void> {
  await tx.outflow.updateMany({ where: { kind, subjectId, returnedAt: null }, data: { returnedAt: new Date() } });
}

export async function insertReview(tx: Tx, order: OutflowOrder, reason: ReviewReason, detail: string): Promise<void> {
  const { kind, subjectId, merchantId, orderedById } = order;
  await tx.review.create({ data: { kind, subjectId, merchantId, orderedById, reason, detail }, select: { id: true } });
}

/** What an outflow that is written down still waits for. */
export async function selectUndecided(tx: Tx, kind: OutflowKind, subjectId: string): Promise<ReviewReason[]> {
  const rows = await tx.review.findMany({
    where: { kind, subjectId, decision: null },
    orderBy: { openedAt: "asc" },
    select: { reason: true },
  });
  return rows.map(({ reason }) => reason);
}

/** Adds a line to the time line of a payout or refund. */
export async function insertOutflowEvent(
  tx: Tx,
  subject: { readonly kind: OutflowKind; readonly subjectId: string },
  event: OutflowEventName,
  detail: Prisma.InputJsonObject = {},
): Promise<void> {
  await tx.outflowEvent.create({ data: { kind: subject.kind, subjectId: subject.subjectId, event, detail } });
}
