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
  /** The merchant that owns the review; null for the operator. */
  readonly merchantId: string | null;
  /** The user who decides. */
  readonly actorId: string;
};

const REFUSALS: Readonly<Record<Review["reason"], string>> = {
  screening: "refused: the address is on a screening list",
  approval: "refused by a second person",
  look_alike: "refused: wrong address",
};

/**
 * Decides a review, once. Only the operator decides about screening; the merchant decides
 * everything else. The creator of an outflow, or of the key with which it was created, may refuse
 * it but cannot be the second person. The last approval releases the outflow; the first refusal
 * returns its funds.
 *
 * @throws AppError `not_found`; `forbidden` when the decision is not the caller's, and while the
 *   merchant may not pay out; `refused` when it was already decided, the outflow no longer waits,
 *   or an operator within the cooldown approves it; `confirmation_needed` for an approval
 */
export async function decideReview(vote: ReviewVote): Promise<void> {
  // Refusing what a list names is allowed even within the cooldown.
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
      // A refusal moves no funds out, so it needs no step-up confirmation.
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
 * Releases the outflow. Trusts the address last, because every other function that trusts one has
 * locked its subject before.
 */
async function release(tx: Tx, asked: Review, all: readonly Review[]): Promise<void> {
  await releaseSubject(tx, asked);
  const meant = all.find(({ reason }) => reason === "look_alike");
  if (meant !== undefined) await trustMeant(tx, meant);
}

/**
 * The operator can access every review; for a merchant, another merchant's reviews do not exist.
 */
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
 * The creator counts as the first person. For the machine API, the creator of its key may be behind
 * the call, and so counts as its creator.
 */
async function assertSecondPerson(tx: Tx, review: Review, { decision, actorId }: ReviewVote): Promise<void> {
  if (review.reason !== "approval" || decision !== "approved") return;
  if (review.requestedById === actorId)
    throw new AppError("forbidden", "You created it yourself: another person must approve it");
  if (review.requestedById === null && (await hasMadeKeyOf(tx, review, actorId)))
    throw new AppError("forbidden", "You created the key used for it: another person must approve it");
}

/**
 * Someone who took over a merchant must not be able to release outflows created earlier or by
 * themselves.
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

/** Trusts an address that a user has reviewed and approved, once the outflow is released. */
async function trustMeant(tx: Tx, review: Review): Promise<void> {
  if (review.merchantId === null) return;
  const destination = await findDestination(tx, review);
  if (destination !== null) await trustDestination(tx, { merchantId: review.merchantId, ...destination });
}

/** Shorter than the timeout of proxies; for a thousand rows the client calls again. */
const WORK_MS_MAX = 15_000;

type BatchApproval = { readonly approved: number; readonly refusals: string[] };

/**
 * Approves every payout of a batch that waits for a second person, each with the same checks as a
 * single decision. Look-alike addresses are excluded: they are decided one by one. The creator of
 * the batch cannot approve any.
 * @throws AppError `not_found`; `forbidden` when the user may not approve at all
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
      // Applies to all of them alike.
      if (error.code === "forbidden") throw error;
      refusals.add(errorText(error));
    }
  }
  return { approved, refusals: [...refusals] };
}

/**
 * Releases the payout or refund and queues its send. @throws AppError `refused` when it no longer
 * waits
 */
async function releaseSubject(tx: Tx, { kind, subjectId }: Review): Promise<void> {
  invariant(kind !== "transfer", "a transfer waits for nobody");
  await (kind === "payout" ? releasePayout(tx, subjectId) : releaseRefund(tx, subjectId));
}

/**
 * Refuses the payout or refund and returns its funds. @throws AppError `refused` when it no longer
 * waits
 */
async function refuseSubject(tx: Tx, { kind, subjectId, reason }: Review, why: string): Promise<void> {
  invariant(kind !== "transfer", "a transfer waits for nobody");
  if (kind === "refund") return await refuseRefund(tx, subjectId, { reason: why, isCalledOff: reason !== "screening" });
  await refusePayout(tx, subjectId, { reason: why, status: reason === "screening" ? "fail" : "cancel" });
}
