import { decideReview } from "@/lib/exceptions/review-decisions/decide-review";
import { freshForMoney } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { viewerOf } from "@/lib/fronts/dashboard/viewer";
import { toFormError } from "@/lib/money-out/payouts/dashboard-refusal";
import { listOpenReviews } from "@/lib/money-out/payouts/dashboard-reviews";
import { openReviewsView } from "@/lib/money-out/payouts/dashboard-reviews-schema";
import { decideReviewInput } from "@/lib/money-out/reviews/schema";

export const reviews = router({
  /** What waits for a decision of the merchant's, or of the operator about the merchant's. */
  open: operation(member("merchant.read"))
    .output(openReviewsView)
    .query(({ ctx: { member } }) => listOpenReviews(member.merchantId, viewerOf(member))),

  /** Approves or refuses what a payout or refund waits for. */
  decide: operation(freshForMoney(member("review.decide")))
    .input(decideReviewInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input: { id, decision } }) => {
      const vote = { reviewId: id, decision, merchantId: member.merchantId, actorId: member.session.user.id };
      await decideReview(vote).catch((error: unknown) => {
        throw toFormError(error);
      });
      return {};
    }),
});
