import { endpoint } from "@/lib/api/endpoint";
import { createInvoice } from "@/lib/invoices/create-invoice";
import { createInvoiceInput, invoiceView } from "@/lib/invoices/schema";
import { viewInvoice } from "@/lib/invoices/view-invoice";

/** Creates an invoice, or answers the one made before with the same order id. */
export const POST = endpoint({
  keys: ["payment"],
  input: createInvoiceInput,
  output: invoiceView,
  handle: async ({ merchant, body }) => viewInvoice(await createInvoice(merchant, body)),
});
