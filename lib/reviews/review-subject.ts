import type { Tx } from "@/lib/db";
import { refusePayout, releasePayout } from "@/lib/payouts/review-payout";
import type { Review } from "@/lib/reviews/repo";

/** Nothing holds it any more: its send is ordered. @throws AppError `refused` when it was cancelled meanwhile */
export async function releaseSubject(tx: Tx, { kind, subjectId }: Review): Promise<void> {
  if (kind === "payout") return await releasePayout(tx, subjectId);
}

/** Its money returns. @throws AppError `refused` when it was cancelled meanwhile */
export async function refuseSubject(tx: Tx, { kind, subjectId, reason }: Review, why: string): Promise<void> {
  if (kind === "payout")
    return await refusePayout(tx, subjectId, { reason: why, status: reason === "screening" ? "fail" : "cancel" });
}
