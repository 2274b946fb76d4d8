import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { createPayment } from "@/lib/fronts/machine-api/operations/invoices";
import { createInvoice } from "@/lib/money-in/invoices/create-invoice";
import { viewInvoice } from "@/lib/money-in/invoices/get-invoice";
import { toInvoiceTerms } from "@/lib/money-in/invoices/schema";

export const POST = endpoint(
  createPayment,
  async ({ merchant, expectedVersion, body }) =>
    viewInvoice(await createInvoice(merchant, toInvoiceTerms(body), { isRefresh: body.is_refresh, expectedVersion })),
  { comparesVersion: true },
);
