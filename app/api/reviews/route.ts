import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { viewerOf } from "@/lib/dashboard/viewer";
import { listOpenReviews } from "@/lib/payouts/dashboard-reviews";
import { openReviewsView } from "@/lib/payouts/dashboard-reviews-schema";

/** What waits for a decision of the merchant's, or of the operator about the merchant's. */
export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  output: openReviewsView,
  handle: ({ member }) => listOpenReviews(member.merchantId, viewerOf(member)),
});
