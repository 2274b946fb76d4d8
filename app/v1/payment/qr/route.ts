import { endpoint } from "@/lib/api/endpoint";
import { invoiceQr } from "@/lib/invoices/invoice-qr";
import { invoiceQrInput, qrView } from "@/lib/invoices/schema";

/** The invoice's address as a QR image. */
export const POST = endpoint({
  keys: ["payment"],
  input: invoiceQrInput,
  output: qrView,
  handle: ({ merchant, body }) => invoiceQr(merchant.id, body.merchant_payment_uuid),
});
