import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { createInvoiceFromForm } from "@/lib/invoices/create-from-form";
import { listInvoices } from "@/lib/invoices/dashboard-queries";
import { invoiceListQuery, invoicePageView } from "@/lib/invoices/dashboard-schema";
import { newInvoiceInput } from "@/lib/invoices/new-invoice-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: invoiceListQuery,
  output: invoicePageView,
  handle: ({ member: { merchantId }, input }) => listInvoices(merchantId, input),
});

export const POST = sessionEndpoint({
  access: member("invoice.create"),
  input: newInvoiceInput,
  output: z.object({ id: z.uuid() }),
  handle: ({ member: { merchantId, session }, input }) =>
    createInvoiceFromForm({ merchantId, actorId: session.user.id }, input),
});
