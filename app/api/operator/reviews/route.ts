import { z } from "zod";
import { listScreeningReviews } from "@/lib/fronts/admin/screening-queries";
import { screeningReviewsView } from "@/lib/fronts/admin/screening-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Payouts and refunds that wait because a list names their address. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: screeningReviewsView,
  handle: () => listScreeningReviews(),
});
