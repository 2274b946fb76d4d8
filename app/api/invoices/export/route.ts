import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";
import { invoiceFilterQuery } from "@/lib/invoices/dashboard-schema";
import { exportInvoices } from "@/lib/invoices/export-invoices";

/** The list as a file, with the same filter. */
export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: invoiceFilterQuery,
  handle: async ({ member: { merchantId }, input, now }) => exportInvoices(merchantId, input, now),
});
