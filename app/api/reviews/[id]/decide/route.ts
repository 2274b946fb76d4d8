import { z } from "zod";
import { freshForMoney } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { inWords } from "@/lib/payouts/dashboard-refusal";
import { decideReview } from "@/lib/reviews/decide-review";
import { decideReviewInput } from "@/lib/reviews/schema";

/** Approves or refuses what a payout or refund waits for. */
export const POST = sessionEndpoint({
  access: freshForMoney(member("review.decide")),
  input: decideReviewInput,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input: { id, decision } }) => {
    const vote = { reviewId: id, decision, merchantId, actorId: session.user.id };
    await decideReview(vote).catch((error: unknown) => {
      throw inWords(error);
    });
    return {};
  },
});
