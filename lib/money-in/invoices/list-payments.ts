import { LRUCache } from "lru-cache";
import type { z } from "zod";
import type { Cursor } from "@/lib/kernel/paging/cursor";
import { pageView } from "@/lib/kernel/paging/page-schema";
import { readPage } from "@/lib/kernel/paging/read-page";
import {
  type InvoiceVersion,
  selectInvoiceVersions,
  selectVersionedInvoices,
} from "@/lib/money-in/invoices/read-invoice-repo";
import { invoiceView } from "@/lib/money-in/invoices/schema";
import { toInvoiceMembers } from "@/lib/money-in/invoices/wire-view";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * An item of `POST /v1/payment/list`: the Invoice object without four of its keys, in the API's
 * order.
 */
const paymentItemView = invoiceView.pick({
  uuid: true,
  order_id: true,
  amount: true,
  payment_amount: true,
  payer_amount: true,
  discount_percent: true,
  discount: true,
  payer_currency: true,
  currency: true,
  merchant_amount: true,
  comments: true,
  network: true,
  address: true,
  from: true,
  txid: true,
  payment_status: true,
  url: true,
  expired_at: true,
  status: true,
  is_final: true,
  additional_data: true,
  created_at: true,
  updated_at: true,
});

export const paymentPageView = pageView(paymentItemView);

type PaymentItem = z.output<typeof paymentItemView>;

/** Items as they were last rendered, by invoice. An item takes about 2 KB. */
const rendered = new LRUCache<string, { readonly version: string; readonly item: PaymentItem }>({ max: 5_000 });

/**
 * A merchant's invoices and top-ups, newest first, created within the dates given. One statement
 * reads the versions of the page's rows; only rows that changed since this process rendered them
 * are read whole.
 */
export async function listPayments(
  merchantId: string,
  query: { readonly date_from: Date | null; readonly date_to: Date | null; readonly cursor: Cursor | null },
): Promise<z.output<typeof paymentPageView>> {
  const range = { from: query.date_from, to: query.date_to };
  const { items, paginate } = await readPage(query.cursor, range, (slice) => selectInvoiceVersions(merchantId, slice));
  return { items: await renderItems(merchantId, items), paginate };
}

async function renderItems(merchantId: string, rows: readonly InvoiceVersion[]): Promise<PaymentItem[]> {
  const items = new Map<string, PaymentItem>();
  for (const { id, version } of rows) {
    const known = rendered.get(id);
    if (known?.version === version) items.set(id, known.item);
  }
  const changed = rows.map(({ id }) => id).filter((id) => !items.has(id));
  if (changed.length > 0) {
    const catalog = await loadCatalog();
    for (const { invoice, version } of await selectVersionedInvoices(merchantId, changed)) {
      const isCrypto = catalog.currency(invoice.currencyCode)?.kind === "crypto";
      const { payment_amount_usd, payer_amount_exchange_rate, commission, ...members } = toInvoiceMembers(
        invoice,
        isCrypto,
      );
      const item = paymentItemView.parse(members);
      rendered.set(invoice.id, { version, item });
      items.set(invoice.id, item);
    }
  }
  return rows.flatMap(({ id }) => items.get(id) ?? []);
}
