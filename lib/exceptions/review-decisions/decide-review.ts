import { refuseRefund, releaseRefund } from "@/lib/exceptions/refund-outcomes/finish-refund";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { batchErrors } from "@/lib/money-out/payout-batches/batch-order";
import { findBatch, selectOpenApprovals } from "@/lib/money-out/payout-batches/repo";
import { refusePayout, releasePayout } from "@/lib/money-out/payouts/review-payout";
import {
  findDestination,
  hasMadeKeyOf,
  isReturned,
  lockReviews,
  markDecided,
  type Review,
} from "@/lib/money-out/reviews/repo";
import type { ReviewDecision } from "@/lib/money-out/reviews/schema";
import { assertMayPayOut, assertOperatorCooldownOver } from "@/lib/people/guards/assert-may-pay-out";
import { assertProven } from "@/lib/people/guards/assert-proven";
import { trustDestination } from "@/lib/people/guards/destinations-repo";
import { insertOutflowEvent } from "@/lib/people/guards/outflow-repo";
import { errorText } from "@/lib/people/guards/refusal-text";

export type ReviewVote = {
  readonly reviewId: string;
  readonly decision: ReviewDecision;
  /** Whose review it is; null for the operator. */
  readonly merchantId: string | null;
  /** The person who decides. */
  readonly actorId: string;
};

const REFUSALS: Readonly<Record<Review["reason"], string>> = {
  screening: "refused: the address is on a screening list",
  approval: "refused by a second person",
  look_alike: "refused: wrong address",
};

/**
 * Decides a review, once. The operator decides about screening and nobody else does; the rest is
 * the merchant's. Who ordered an outflow, or made the key that it was ordered with, may refuse it
 * and cannot be the second person. With the last approval the outflow goes, at the first refusal
 * its money returns.
 *
 * @throws AppError `not_found`; `forbidden` for whose decision it is not, and while the merchant
 * may not pay out; `refused` when it was decided before, the outflow does not wait any more, or a
 * new operator lets it go; `confirmation_needed` where it is approved
 */
export async function decideReview(vote: ReviewVote): Promise<void> {
  // To stop what a list names is never too early.
  if (vote.merchantId === null && vote.decision === "approved")
    await assertOperatorCooldownOver(vote.actorId, "review.decide", new Date());
  await withTransaction(async (tx) => {
    const found = await lockReviews(tx, vote.reviewId);
    if (found === null || !isOwner(found.asked, vote)) throw new AppError("not_found", "Review not found");
    const { asked, all } = found;
    assertMayDecide(asked, vote);
    await assertSecondPerson(tx, asked, vote);
    if (asked.decision !== null) throw new AppError("refused", `This was already ${asked.decision}`);
    if (await isReturned(tx, asked)) throw new AppError("refused", `This ${asked.kind} no longer needs a decision`);
    if (vote.decision === "approved") {
      // What is refused stays here: to stop it is nobody asked who is there.
      assertProven();
      await assertMayGo(tx, asked, vote);
    }
    if (!(await markDecided(tx, asked.id, vote.decision, vote.actorId)))
      throw new AppError("refused", "This was already decided");
    await recordDecision(tx, asked, vote);
    if (vote.decision === "refused") return await refuseSubject(tx, asked, REFUSALS[asked.reason]);
    const others = all.filter(({ id }) => id !== asked.id);
    if (others.every(({ decision }) => decision === "approved")) await release(tx, asked, all);
  });
}

/**
 * Nothing holds it any more. The address is trusted last: whatever trusts one has locked its
 * subject before.
 */
async function release(tx: Tx, asked: Review, all: readonly Review[]): Promise<void> {
  await releaseSubject(tx, asked);
  const meant = all.find(({ reason }) => reason === "look_alike");
  if (meant !== undefined) await trustMeant(tx, meant);
}

/** The operator sees every review; a merchant is not told of what belongs to another. */
function isOwner(review: Review, { merchantId }: ReviewVote): boolean {
  return merchantId === null || merchantId === review.merchantId;
}

function assertMayDecide({ reason }: Review, { merchantId }: ReviewVote): void {
  const isOperator = merchantId === null;
  if (reason === "screening" && !isOperator)
    throw new AppError("forbidden", "Only the operator decides about screening");
  if (reason !== "screening" && isOperator) throw new AppError("forbidden", "Only the merchant decides about this");
}

/**
 * Whoever ordered it is the first one. What the machine API ordered may be the doing of whoever
 * made its key, and so counts as theirs.
 */
async function assertSecondPerson(tx: Tx, review: Review, { decision, actorId }: ReviewVote): Promise<void> {
  if (review.reason !== "approval" || decision !== "approved") return;
  if (review.requestedById === actorId)
    throw new AppError("forbidden", "You created it yourself: another person must approve it");
  if (review.requestedById === null && (await hasMadeKeyOf(tx, review, actorId)))
    throw new AppError("forbidden", "You created the key used for it: another person must approve it");
}

/**
 * Whoever took a merchant over must not get anything through that was ordered before, or by them.
 */
async function assertMayGo(tx: Tx, review: Review, { merchantId }: ReviewVote): Promise<void> {
  if (review.merchantId === null) return;
  try {
    await assertMayPayOut(review.merchantId, new Date(), tx);
  } catch (error) {
    if (!(error instanceof AppError) || merchantId !== null) throw error;
    throw new AppError("forbidden", "Outgoing transfers of the merchant are not possible at the moment", {
      cause: error,
    });
  }
}

async function recordDecision(tx: Tx, review: Review, { decision, actorId }: ReviewVote): Promise<void> {
  await insertOutflowEvent(tx, review, "review-decided", { reason: review.reason, decision });
  await recordAudit(tx, {
    actorId,
    ...(review.merchantId === null ? {} : { merchantId: review.merchantId }),
    action: "review.decide",
    target: review.id,
    detail: { kind: review.kind, subject: review.subjectId, reason: review.reason, decision },
    before: { decision: null },
    after: { decision },
  });
}

/** A person has looked at the address and means it, and it goes. */
async function trustMeant(tx: Tx, review: Review): Promise<void> {
  if (review.merchantId === null) return;
  const destination = await findDestination(tx, review);
  if (destination !== null) await trustDestination(tx, { merchantId: review.merchantId, ...destination });
}

/** Short of what proxies wait; who has a thousand rows asks once more. */
const WORK_MS_MAX = 15_000;

type BatchApproval = { readonly approved: number; readonly refusals: string[] };

/**
 * Agrees to every payout of a batch that waits for a second person, each by the very decision of a
 * single one. An address that looks like another one is not agreed to with it: that is decided
 * address by address. Who ordered the batch agrees to nothing.
 * @throws AppError `not_found`; `forbidden` when it is refused for the person as a whole
 */
export async function approveBatch(
  order: { readonly merchantId: string; readonly batchId: string; readonly actorId: string },
  now: () => number = Date.now,
): Promise<BatchApproval> {
  const { merchantId, batchId, actorId } = order;
  if ((await findBatch(merchantId, batchId)) === null) throw batchErrors.notFound();
  const end = now() + WORK_MS_MAX;
  const refusals = new Set<string>();
  let approved = 0;
  for (const reviewId of await selectOpenApprovals(batchId)) {
    if (now() >= end) break;
    try {
      await decideReview({ reviewId, decision: "approved", merchantId, actorId });
      approved += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Holds for all of them alike.
      if (error.code === "forbidden") throw error;
      refusals.add(errorText(error));
    }
  }
  return { approved, refusals: [...refusals] };
}

/**
 * Nothing holds it any more: its send is ordered. @throws AppError `refused` when it does not wait
 * any more
 */
async function releaseSubject(tx: Tx, { kind, subjectId }: Review): Promise<void> {
  invariant(kind !== "transfer", "a transfer waits for nobody");
  await (kind === "payout" ? releasePayout(tx, subjectId) : releaseRefund(tx, subjectId));
}

/** Its money returns. @throws AppError `refused` when it does not wait any more */
async function refuseSubject(tx: Tx, { kind, subjectId, reason }: Review, why: string): Promise<void> {
  invariant(kind !== "transfer", "a transfer waits for nobody");
  if (kind === "refund") return await refuseRefund(tx, subjectId, { reason: why, isCalledOff: reason !== "screening" });
  await refusePayout(tx, subjectId, { reason: why, status: reason === "screening" ? "fail" : "cancel" });
}
