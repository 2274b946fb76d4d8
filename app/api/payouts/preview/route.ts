import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { payoutPreviewInput, payoutPreviewView } from "@/lib/payouts/dashboard-form-schema";
import { previewPayout } from "@/lib/payouts/dashboard-preview";

/** What a payout would do. Moves nothing. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: payoutPreviewInput,
  output: payoutPreviewView,
  handle: ({ member: { merchantId }, input }) => previewPayout(merchantId, input),
});
