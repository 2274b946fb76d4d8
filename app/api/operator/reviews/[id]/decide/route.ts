import { z } from "zod";
import { decideReview } from "@/lib/exceptions/review-decisions/decide-review";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { decideReviewInput } from "@/lib/money-out/reviews/schema";

/** The operator's word about a payout or refund that screening holds. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: decideReviewInput,
  output: z.object({}),
  handle: async ({ session, input: { id, decision } }) => {
    await decideReview({ reviewId: id, decision, merchantId: null, actorId: session.user.id });
    return {};
  },
});
