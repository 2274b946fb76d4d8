import { AppError } from "@/lib/errors";
import type { Invoice } from "@/lib/invoices/invoice";
import { findInvoiceByOrderId, findMerchantInvoice } from "@/lib/invoices/repo";

/**
 * A merchant's own invoice; with both ids given the order id decides.
 * @throws AppError `not_found`, the same for another merchant's invoice as for none
 */
export async function getInvoice(
  merchantId: string,
  ids: { readonly uuid: string | null; readonly order_id: string | null },
): Promise<Invoice> {
  const byOrder = ids.order_id === null ? null : await findInvoiceByOrderId(merchantId, ids.order_id);
  const found =
    byOrder ?? (ids.order_id === null && ids.uuid !== null ? await findMerchantInvoice(merchantId, ids.uuid) : null);
  if (found === null) throw new AppError("not_found", "Payment not found");
  return found;
}
