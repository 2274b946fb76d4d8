import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { decideReview } from "@/lib/reviews/decide-review";
import { decideReviewInput } from "@/lib/reviews/schema";

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
