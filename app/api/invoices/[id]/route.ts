import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { getInvoiceDetail } from "@/lib/money-in/invoices/dashboard-queries";
import { invoiceDetailView } from "@/lib/money-in/invoices/dashboard-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: invoiceDetailView,
  handle: ({ member: { merchantId }, input }) => getInvoiceDetail(merchantId, input.id),
});
