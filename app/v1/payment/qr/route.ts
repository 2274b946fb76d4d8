import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { paymentQr } from "@/lib/fronts/machine-api/operations/invoices";
import { invoiceQr } from "@/lib/money-in/invoices/invoice-qr";

export const POST = endpoint(paymentQr, ({ merchant, body }) => invoiceQr(merchant.id, body.merchant_payment_uuid));
