import type { Tx } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { OutflowKind, OutflowOrder } from "@/lib/guards/outflow";
import type { OutflowEventName } from "@/lib/guards/outflow-event";
import { Decimal } from "@/lib/money/decimal";

export async function insertOutflow(tx: Tx, order: OutflowOrder, valueUsd: Decimal | null): Promise<void> {
  const { kind, subjectId, merchantId } = order;
  await tx.outflow.create({
    data: { kind, subjectId, merchantId, valueUsd: valueUsd?.toFixed(2, Decimal.ROUND_HALF_EVEN) ?? null },
  });
}

/** It no longer counts against the limits. */
export async function markReturned(tx: Tx, kind: OutflowKind, subjectId: string): Promise<void> {
  await tx.outflow.updateMany({ where: { kind, subjectId, returnedAt: null }, data: { returnedAt: new Date() } });
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
