import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { previewRequest } from "@/lib/refund-requests/dashboard-queries";
import { refundPreviewView } from "@/lib/refunds/dashboard-schema";

/** What approving a payer's wish would do. Moves nothing. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: z.object({ id: z.uuid() }),
  output: refundPreviewView,
  handle: ({ member: { merchantId }, input }) => previewRequest(merchantId, input.id),
});
