import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { previewWalletRefund } from "@/lib/refunds/dashboard-commands";
import { refundHeldForm, refundPreviewView } from "@/lib/refunds/dashboard-schema";

/** What the refund of a blocked wallet would do. Moves nothing. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: refundHeldForm,
  output: refundPreviewView,
  handle: ({ member: { merchantId }, input }) => previewWalletRefund(merchantId, input),
});
