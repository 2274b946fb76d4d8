import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { getInvoiceDetail } from "@/lib/invoices/dashboard-queries";
import { invoiceDetailView } from "@/lib/invoices/dashboard-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: invoiceDetailView,
  handle: ({ member: { merchantId }, input }) => getInvoiceDetail(merchantId, input.id),
});
