import { previewPaymentRefund } from "@/lib/exceptions/refunds/dashboard-commands";
import { refundPaymentForm, refundPreviewView } from "@/lib/exceptions/refunds/dashboard-schema";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** What the refund of a payment would do. Moves nothing. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: refundPaymentForm,
  output: refundPreviewView,
  handle: ({ member: { merchantId }, input }) => previewPaymentRefund(merchantId, input),
});
