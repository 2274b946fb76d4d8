import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { previewPaymentRefund } from "@/lib/refunds/dashboard-commands";
import { refundPaymentForm, refundPreviewView } from "@/lib/refunds/dashboard-schema";

/** What the refund of a payment would do. Moves nothing. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: refundPaymentForm,
  output: refundPreviewView,
  handle: ({ member: { merchantId }, input }) => previewPaymentRefund(merchantId, input),
});
