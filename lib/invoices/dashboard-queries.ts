import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import {
  type InvoiceListRow,
  selectInvoicePage,
  selectInvoiceParts,
  selectVolumes,
} from "@/lib/invoices/dashboard-repo";
import {
  INVOICE_PAGE_SIZE,
  type InvoiceDetailView,
  type InvoiceListQuery,
  type InvoicePageView,
  type InvoiceRowView,
  type VolumeView,
} from "@/lib/invoices/dashboard-schema";
import { toDetailView } from "@/lib/invoices/detail-view";
import { getInvoice } from "@/lib/invoices/get-invoice";
import type { InvoiceOptions } from "@/lib/invoices/new-invoice-schema";
import { STATUSES_OF_GROUP } from "@/lib/invoices/status-group";
import { viewInvoice } from "@/lib/invoices/view-invoice";
import { decimal } from "@/lib/money/decimal";
import { parseListCursor, toListCursor } from "@/lib/paging/list-cursor";

/** A merchant's invoices, newest first, a page at a time. */
export async function listInvoices(merchantId: string, query: InvoiceListQuery): Promise<InvoicePageView> {
  const filter = {
    statuses: query.status ? STATUSES_OF_GROUP[query.status] : null,
    search: query.q || null,
    before: query.cursor ? parseListCursor(query.cursor) : null,
  };
  // One more than shown tells whether there is a next page.
  const [rows, catalog] = await Promise.all([
    selectInvoicePage(merchantId, filter, INVOICE_PAGE_SIZE + 1),
    loadCatalog(),
  ]);
  const shown = rows.slice(0, INVOICE_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => toRowView(row, catalog)),
    nextCursor: last ? toListCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

function toRowView(row: InvoiceListRow, catalog: Catalog): InvoiceRowView {
  const quote = row.currentQuote;
  return {
    id: row.id,
    orderId: row.orderId,
    status: row.status,
    amount: decimal(row.amount).toFixed(),
    currency: row.currencyCode,
    payer: quote && {
      amount: decimal(quote.payerAmount).toFixed(),
      currency: quote.currencyCode,
      networkName: catalog.network(quote.networkCode)?.name ?? quote.networkCode,
    },
    creditedAmount: row.creditedAmount && decimal(row.creditedAmount).toFixed(),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

/** Everything about one of the merchant's invoices. @throws AppError `not_found`, also for another merchant's */
export async function getInvoiceDetail(merchantId: string, id: string): Promise<InvoiceDetailView> {
  const invoice = await getInvoice(merchantId, { uuid: id, order_id: null });
  const [wire, parts, catalog] = await Promise.all([
    viewInvoice(invoice),
    selectInvoiceParts(invoice.id),
    loadCatalog(),
  ]);
  return toDetailView(invoice, wire, parts, catalog);
}

/** How much was asked for and paid in the last so many days. */
export async function listVolumes(merchantId: string, days: readonly number[], now: Date): Promise<VolumeView[]> {
  const rows = await selectVolumes(merchantId, days, now);
  return rows.map((row) => ({
    days: row.days,
    created: row.created,
    paid: row.paid,
    receivedUsd: row.received_usd,
  }));
}

/** What the create form may offer at this moment. */
export async function listInvoiceOptions(): Promise<InvoiceOptions> {
  const catalog = await loadCatalog();
  const coins = new Map<string, InvoiceOptions["coins"][number]>();
  for (const { currency, network } of catalog.paymentServices()) {
    const networks = coins.get(currency.code)?.networks ?? [];
    coins.set(currency.code, {
      code: currency.code,
      name: currency.name,
      networks: [...networks, { code: network.code, name: network.name }],
    });
  }
  const currencies = catalog
    .currencies()
    .filter((currency) => currency.kind === "fiat" || coins.has(currency.code))
    .map((currency) => ({ code: currency.code, name: currency.name, isFiat: currency.kind === "fiat" }));
  return { currencies, coins: [...coins.values()] };
}
