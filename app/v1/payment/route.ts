import { endpoint } from "@/lib/api/endpoint";
import { createPayment } from "@/lib/api/operations/invoices";
import { createInvoice } from "@/lib/invoices/create-invoice";
import { viewInvoice } from "@/lib/invoices/view-invoice";

export const POST = endpoint(createPayment, async ({ merchant, body }) =>
  viewInvoice(await createInvoice(merchant, body)),
);
