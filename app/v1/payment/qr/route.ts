import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { paymentQr } from "@/lib/fronts/machine-api/operations/invoices";
import { invoiceQr } from "@/lib/money-in/invoices/get-invoice";

export const POST = endpoint(paymentQr, ({ merchant, body }) => invoiceQr(merchant.id, body.merchant_payment_uuid));
