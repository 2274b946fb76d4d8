import { AppError } from "@/lib/kernel/errors";
import { qrPngDataUri } from "@/lib/kernel/qr/qr-png";
import { refusal } from "@/lib/kernel/refusals";
import { loadConvertView } from "@/lib/money-in/invoices/convert-view";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findPaymentByOrderId } from "@/lib/money-in/invoices/payments-repo";
import { findMerchantInvoice } from "@/lib/money-in/invoices/read-invoice-repo";
import type { InvoiceView } from "@/lib/money-in/invoices/schema";
import { toInvoiceView } from "@/lib/money-in/invoices/wire-view";
import { unsureOfMerchant } from "@/lib/people/merchants/merchant";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

export type PaymentIds = { readonly uuid: string | null; readonly order_id: string | null };

/**
 * Finds a merchant's own invoice or top-up; null when there is none. If both ids are given, the
 * order id decides. A static wallet's order id means its newest top-up, a recurring plan's its
 * newest payment.
 */
export async function findPayment(
  merchantId: string,
  ids: PaymentIds,
  expectedVersion: string | null = null,
): Promise<Invoice | null> {
  if (ids.order_id !== null) return findPaymentByOrderId(merchantId, ids.order_id, expectedVersion);
  return ids.uuid === null ? null : findMerchantInvoice(merchantId, ids.uuid, expectedVersion);
}

/**
 * Same as {@link findPayment}, but throws if there is none.
 * @throws AppError `not_found`, the same for another merchant's as for none; `unsureOfMerchant`
 *   where the merchant's version may differ
 */
export async function getInvoice(
  merchantId: string,
  ids: PaymentIds,
  expectedVersion: string | null = null,
): Promise<Invoice> {
  const found = await findPayment(merchantId, ids, expectedVersion);
  if (found === null) throw expectedVersion === null ? refusal("payment_not_found") : unsureOfMerchant();
  return found;
}

/** Returns the machine API's Invoice object of an invoice. */
export async function viewInvoice(invoice: Invoice): Promise<InvoiceView> {
  const [catalog, convert] = [await loadCatalog(), await loadConvertView(invoice)];
  return toInvoiceView(invoice, catalog.currency(invoice.currencyCode)?.kind === "crypto", convert);
}

/**
 * Returns the QR image of an invoice's address.
 * @throws AppError `payment_not_found`; `The payer has not chosen a coin yet` while the invoice has
 *   no address
 */
export async function invoiceQr(merchantId: string, uuid: string): Promise<{ image: string }> {
  const invoice = await getInvoice(merchantId, { uuid, order_id: null });
  if (invoice.currentQuote === null) throw new AppError("refused", "The payer has not chosen a coin yet");
  return { image: qrPngDataUri(invoice.currentQuote.address) };
}
