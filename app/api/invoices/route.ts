import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { createInvoiceFromForm } from "@/lib/money-in/invoices/create-from-form";
import { listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { invoiceListQuery, invoicePageView } from "@/lib/money-in/invoices/dashboard-schema";
import { newInvoiceInput } from "@/lib/money-in/invoices/new-invoice-schema";

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
