import { AppError } from "@/lib/errors";
import type { Invoice } from "@/lib/invoices/invoice";
import { findPaymentByOrderId } from "@/lib/invoices/payments-repo";
import { findMerchantInvoice } from "@/lib/invoices/repo";

export type PaymentIds = { readonly uuid: string | null; readonly order_id: string | null };

/**
 * A merchant's own invoice or top-up, null when there is none. With both ids given the order id decides; that of a static wallet
 * means its newest top-up, that of a plan of recurring payments its newest payment.
 */
export async function findPayment(merchantId: string, ids: PaymentIds): Promise<Invoice | null> {
  if (ids.order_id !== null) return findPaymentByOrderId(merchantId, ids.order_id);
  return ids.uuid === null ? null : findMerchantInvoice(merchantId, ids.uuid);
}

/**
 * The same where it has to be there.
 * @throws AppError `not_found`, the same for another merchant's as for none
 */
export async function getInvoice(merchantId: string, ids: PaymentIds): Promise<Invoice> {
  const found = await findPayment(merchantId, ids);
  if (found === null) throw new AppError("not_found", "Payment not found");
  return found;
}
