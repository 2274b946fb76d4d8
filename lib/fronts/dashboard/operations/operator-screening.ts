import { z } from "zod";
import { decideReview } from "@/lib/exceptions/review-decisions/decide-review";
import { listScreeningReviews } from "@/lib/fronts/admin/screening-queries";
import { screeningReviewsView } from "@/lib/fronts/admin/screening-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { decideReviewInput } from "@/lib/money-out/reviews/schema";
import { listScreeningLists, setScreeningListActive } from "@/lib/people/screening/lists";
import { screeningListView, setListActiveInput } from "@/lib/people/screening/schema";

/** Lists of addresses, and what waits because one names its address. A list to import is a file: it has a route. */
export const screening = router({
  lists: operation(operator())
    .output(z.array(screeningListView))
    .query(() => listScreeningLists()),

  /** Has a version of a list asked, or no longer. */
  setListActive: operation(fresh(operator()))
    .input(setListActiveInput)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await setScreeningListActive({ ...input, actorId: session.user.id });
      return {};
    }),

  /** Payouts and refunds that wait because a list names their address. */
  reviews: operation(operator())
    .output(screeningReviewsView)
    .query(() => listScreeningReviews()),

  /** The operator's word about one of them. */
  decide: operation(fresh(operator()))
    .input(decideReviewInput)
    .output(done)
    .mutation(async ({ ctx: { session }, input: { id, decision } }) => {
      await decideReview({ reviewId: id, decision, merchantId: null, actorId: session.user.id });
      return {};
    }),
});
