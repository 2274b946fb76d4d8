import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { previewRefundOfCase } from "@/lib/refunds/dashboard-cases";
import { previewCaseForm, refundPreviewView } from "@/lib/refunds/dashboard-schema";

/** What the refund of a case would do; without an address also where it would go by itself. Moves nothing. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: previewCaseForm,
  output: refundPreviewView,
  handle: ({ member: { merchantId }, input }) => previewRefundOfCase(merchantId, input),
});
