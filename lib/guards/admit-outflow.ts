import type { Tx } from "@/lib/db";
import { assertMayPayOut } from "@/lib/guards/assert-may-pay-out";
import type { OutflowKind, OutflowOrder, ReviewReason } from "@/lib/guards/outflow";
import { insertOutflow, markReturned } from "@/lib/guards/outflow-repo";

/**
 * The one gate of every outflow, asked in the transaction that takes the money, after the subject's row was written and before any
 * balance is locked. Writes the outflow down.
 *
 * @returns the reviews that it waits for; none: it may go at once
 * @throws AppError `You are forbidden`, or when a limit is reached; the transaction is to be rolled back
 */
export async function admitOutflow(tx: Tx, order: OutflowOrder): Promise<readonly ReviewReason[]> {
  await assertMayPayOut(order.merchantId, new Date(), tx);
  await insertOutflow(tx, order, null);
  return [];
}

/** The outflow failed, was cancelled or refused: it no longer counts against the limits. */
export async function returnOutflow(tx: Tx, kind: OutflowKind, subjectId: string): Promise<void> {
  await markReturned(tx, kind, subjectId);
}
