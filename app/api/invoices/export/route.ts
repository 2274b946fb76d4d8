import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { member } from "@/lib/fronts/dashboard/gates";
import { exportInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { invoiceFilterQuery } from "@/lib/money-in/invoices/dashboard-schema";

/** Exports the list as a file, with the same filter. */
export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: invoiceFilterQuery,
  handle: async ({ member: { merchantId }, input, now }) => exportInvoices(merchantId, input, now),
});
