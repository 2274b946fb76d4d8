import { AppError } from "@/lib/errors";
import { getInvoice } from "@/lib/invoices/get-invoice";
import { qrPngDataUri } from "@/lib/qr/qr-png";

/**
 * The QR image of an invoice's address.
 * @throws AppError `not_found` when there is no such invoice, or the payer has not chosen a coin yet
 */
export async function invoiceQr(merchantId: string, uuid: string): Promise<{ image: string }> {
  const invoice = await getInvoice(merchantId, { uuid, order_id: null });
  if (invoice.currentQuote === null) throw new AppError("not_found", "Payment not found");
  return { image: qrPngDataUri(invoice.currentQuote.address) };
}
