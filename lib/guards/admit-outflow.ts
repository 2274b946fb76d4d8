import type { Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { assertMayPayOut } from "@/lib/guards/assert-may-pay-out";
import { assertProvenUnlessSmall } from "@/lib/guards/assert-proven";
import { type Concern, judgeDestination } from "@/lib/guards/judge-destination";
import { judgeValue } from "@/lib/guards/judge-value";
import { isKnownDestination } from "@/lib/guards/known-destination";
import type { OutflowKind, OutflowOrder, ReviewReason } from "@/lib/guards/outflow";
import {
  insertOutflowEvent,
  insertOutflowOnce,
  insertReview,
  markReturned,
  selectUndecided,
} from "@/lib/guards/outflow-repo";

/**
 * The one gate of every outflow, asked in the transaction that takes the money, after the subject's row was written and before any
 * balance is locked: whether the merchant may pay out now, its daily limit, whether the person was shown to be there, a second person above
 * an amount, addresses that look like an earlier one, and screening. Writes the outflow down, its destination, what the lists say of it, and the reviews that it waits for.
 * Asked again about the same subject it answers what that still waits for.
 *
 * A transfer happens at once and cannot wait: where a second person would have to agree it is refused.
 *
 * @returns the reviews that it waits for; none: it may go at once
 * @throws AppError `You are forbidden`, or naming the limit that is reached; `confirmation_needed`; the transaction is to be rolled back
 */
export async function admitOutflow(tx: Tx, order: OutflowOrder): Promise<readonly ReviewReason[]> {
  const now = new Date();
  await assertMayPayOut(order.merchantId, now, tx);
  const { valueUsd, approval } = await judgeValue(tx, order, now);
  if (!(await insertOutflowOnce(tx, order, valueUsd))) return await selectUndecided(tx, order.kind, order.subjectId);
  await assertProvenUnlessSmall(tx, {
    worth: () => Promise.resolve(valueUsd),
    isKnown: () => isKnownDestination(tx, order, now),
  });
  const concerns: Concern[] = approval === null ? [] : [{ reason: "approval", detail: approval }];
  if (order.destination !== null) concerns.push(...(await judgeDestination(tx, order, order.destination)));
  const [first] = concerns;
  if (order.kind === "transfer" && first !== undefined)
    throw new AppError("refused", `${first.detail}. A transfer cannot wait for that`);
  for (const { reason, detail } of concerns) {
    await insertReview(tx, order, reason, detail);
    await insertOutflowEvent(tx, order, "review-opened", { reason, detail });
  }
  return concerns.map(({ reason }) => reason);
}

/** The outflow failed, was cancelled or refused: it no longer counts against the limits. */
export async function returnOutflow(tx: Tx, kind: OutflowKind, subjectId: string): Promise<void> {
  await markReturned(tx, kind, subjectId);
}
