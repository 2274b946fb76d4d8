import { loadCatalog } from "@/lib/catalog/queries";
import type { PaymentPageView } from "@/lib/invoices/payment-list-schema";
import { selectPayments } from "@/lib/invoices/payments-repo";
import { toInvoiceMembers } from "@/lib/invoices/wire-view";
import type { Cursor } from "@/lib/paging/cursor";
import { readPage } from "@/lib/paging/read-page";

/** A merchant's invoices and top-ups together, newest first, made within the dates given. */
export async function listPayments(
  merchantId: string,
  query: { readonly date_from: Date | null; readonly date_to: Date | null; readonly cursor: Cursor | null },
): Promise<PaymentPageView> {
  const catalog = await loadCatalog();
  const range = { from: query.date_from, to: query.date_to };
  const { items, paginate } = await readPage(query.cursor, range, (slice) => selectPayments(merchantId, slice));
  return {
    items: items.map((payment) => {
      const isCrypto = catalog.currency(payment.currencyCode)?.kind === "crypto";
      const { payment_amount_usd, payer_amount_exchange_rate, commission, ...item } = toInvoiceMembers(
        payment,
        isCrypto,
      );
      return item;
    }),
    paginate,
  };
}
