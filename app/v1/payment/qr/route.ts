import { endpoint } from "@/lib/api/endpoint";
import { paymentQr } from "@/lib/api/operations/invoices";
import { invoiceQr } from "@/lib/invoices/invoice-qr";

export const POST = endpoint(paymentQr, ({ merchant, body }) => invoiceQr(merchant.id, body.merchant_payment_uuid));
