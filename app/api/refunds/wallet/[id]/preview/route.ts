import { previewWalletRefund } from "@/lib/exceptions/refunds/dashboard-commands";
import { refundHeldForm, refundPreviewView } from "@/lib/exceptions/refunds/dashboard-schema";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** What the refund of a blocked wallet would do. Moves nothing. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: refundHeldForm,
  output: refundPreviewView,
  handle: ({ member: { merchantId }, input }) => previewWalletRefund(merchantId, input),
});
