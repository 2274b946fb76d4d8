import { previewRefundOfCase } from "@/lib/exceptions/refunds/dashboard-cases";
import { previewCaseForm, refundPreviewView } from "@/lib/exceptions/refunds/dashboard-schema";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** What the refund of a case would do; without an address also where it would go by itself. Moves nothing. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: previewCaseForm,
  output: refundPreviewView,
  handle: ({ member: { merchantId }, input }) => previewRefundOfCase(merchantId, input),
});
