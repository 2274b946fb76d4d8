import { endpoint } from "@/lib/api/endpoint";
import { getInvoice } from "@/lib/invoices/get-invoice";
import { findInvoiceInput, invoiceView } from "@/lib/invoices/schema";
import { viewInvoice } from "@/lib/invoices/view-invoice";

/** One invoice, by uuid or order id. */
export const POST = endpoint({
  keys: ["payment"],
  input: findInvoiceInput,
  output: invoiceView,
  handle: async ({ merchant, body }) => viewInvoice(await getInvoice(merchant.id, body)),
});
