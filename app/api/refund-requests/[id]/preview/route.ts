import { z } from "zod";
import { previewRequest } from "@/lib/exceptions/refund-requests/dashboard-queries";
import { refundPreviewView } from "@/lib/exceptions/refunds/dashboard-schema";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** What approving a payer's wish would do. Moves nothing. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: z.object({ id: z.uuid() }),
  output: refundPreviewView,
  handle: ({ member: { merchantId }, input }) => previewRequest(merchantId, input.id),
});
