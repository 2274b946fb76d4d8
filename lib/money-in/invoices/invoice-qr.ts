import { AppError } from "@/lib/kernel/errors";
import { qrPngDataUri } from "@/lib/kernel/qr/qr-png";
import { getInvoice } from "@/lib/money-in/invoices/get-invoice";

/**
 * The QR image of an invoice's address.
 * @throws AppError `payment_not_found`; `The payer has not chosen a coin yet` while the invoice has no address
 */
export async function invoiceQr(merchantId: string, uuid: string): Promise<{ image: string }> {
  const invoice = await getInvoice(merchantId, { uuid, order_id: null });
  if (invoice.currentQuote === null) throw new AppError("refused", "The payer has not chosen a coin yet");
  return { image: qrPngDataUri(invoice.currentQuote.address) };
}
