import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listScreeningReviews } from "@/lib/operations/screening-queries";
import { screeningReviewsView } from "@/lib/operations/screening-schema";

/** Payouts and refunds that wait because a list names their address. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: screeningReviewsView,
  handle: () => listScreeningReviews(),
});
