import { z } from "zod";
import { listInvoiceRequests } from "@/lib/exceptions/refund-requests/dashboard-queries";
import { refundRequestList } from "@/lib/exceptions/refund-requests/schema";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** What the payer of an invoice has asked for. */
export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: refundRequestList,
  handle: ({ member: { merchantId }, input }) => listInvoiceRequests(merchantId, input.id),
});
