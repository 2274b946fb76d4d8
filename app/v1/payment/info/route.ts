import { endpoint } from "@/lib/api/endpoint";
import { findPayment } from "@/lib/api/operations/invoices";
import { getInvoice } from "@/lib/invoices/get-invoice";
import { viewInvoice } from "@/lib/invoices/view-invoice";

export const POST = endpoint(findPayment, async ({ merchant, body }) =>
  viewInvoice(await getInvoice(merchant.id, body)),
);
