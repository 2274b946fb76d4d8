import type { Tx } from "@/lib/db";
import { invariant } from "@/lib/errors";
import { refusePayout, releasePayout } from "@/lib/payouts/review-payout";
import { refuseRefund, releaseRefund } from "@/lib/refunds/review-refund";
import type { Review } from "@/lib/reviews/repo";

/** Nothing holds it any more: its send is ordered. @throws AppError `refused` when it does not wait any more */
export async function releaseSubject(tx: Tx, { kind, subjectId }: Review): Promise<void> {
  invariant(kind !== "transfer", "a transfer waits for nobody");
  await (kind === "payout" ? releasePayout(tx, subjectId) : releaseRefund(tx, subjectId));
}

/** Its money returns. @throws AppError `refused` when it does not wait any more */
export async function refuseSubject(tx: Tx, { kind, subjectId, reason }: Review, why: string): Promise<void> {
  invariant(kind !== "transfer", "a transfer waits for nobody");
  if (kind === "refund") return await refuseRefund(tx, subjectId, { reason: why, isCalledOff: reason !== "screening" });
  await refusePayout(tx, subjectId, { reason: why, status: reason === "screening" ? "fail" : "cancel" });
}
