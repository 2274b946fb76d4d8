import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listInvoiceRequests } from "@/lib/refund-requests/dashboard-queries";
import { refundRequestList } from "@/lib/refund-requests/schema";

/** What the payer of an invoice has asked for. */
export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: refundRequestList,
  handle: ({ member: { merchantId }, input }) => listInvoiceRequests(merchantId, input.id),
});
