import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { findPayment } from "@/lib/fronts/machine-api/operations/invoices";
import { getInvoice, viewInvoice } from "@/lib/money-in/invoices/get-invoice";

export const POST = endpoint(
  findPayment,
  async ({ merchant, expectedVersion, body }) => viewInvoice(await getInvoice(merchant.id, body, expectedVersion)),
  { comparesVersion: true },
);
