import { describeReceiver } from "@/lib/delivery/webhooks/queue-webhook";
import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";
import { decimal } from "@/lib/kernel/money/decimal";
import { positionOf, type RowKeys, toPage, toWindow } from "@/lib/kernel/paging/list-page";
import { toTabs } from "@/lib/kernel/paging/tab-counts";
import type { ListCountsAndTotals } from "@/lib/kernel/paging/tab-counts-schema";
import { countInvoiceStatuses, sumInvoices } from "@/lib/money-in/invoices/counts-repo";
import { selectInvoiceDetailRows } from "@/lib/money-in/invoices/dashboard-repo";
import {
  INVOICE_PAGE_SIZE,
  type InvoiceDetailView,
  type InvoiceFilterQuery,
  type InvoiceGroup,
  type InvoiceListQuery,
  type InvoicePageView,
  type InvoiceRowView,
} from "@/lib/money-in/invoices/dashboard-schema";
import { toDetailView } from "@/lib/money-in/invoices/detail-view";
import { getInvoice, viewInvoice } from "@/lib/money-in/invoices/get-invoice";
import { type InvoiceListFilter, type InvoiceListRow, selectInvoicePage } from "@/lib/money-in/invoices/list-repo";
import type { InvoiceOptions } from "@/lib/money-in/invoices/new-invoice-schema";
import { type InvoiceStatus, shownStatus } from "@/lib/money-in/invoices/status";
import { listLinkViews } from "@/lib/money-in/questionnaires/list-views";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { isAccepted } from "@/lib/people/merchants/merchant";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/** The statuses of each choice in the list's filter. Every status belongs to one group. */
const STATUSES_OF_GROUP: Readonly<Record<InvoiceGroup, readonly InvoiceStatus[]>> = {
  open: ["check", "process"],
  paid: ["paid", "paid_over"],
  short: ["wrong_amount"],
  expired: ["cancel"],
  failed: ["fail", "system_fail"],
  refunds: ["refund_process", "refund_paid", "refund_fail"],
  locked: ["locked"],
};

/** Lists a merchant's invoices, one page at a time. */
export async function listInvoices(merchantId: string, query: InvoiceListQuery): Promise<InvoicePageView> {
  const filter = toInvoiceFilter(query);
  // One row more than shown indicates whether there is a next page.
  const [rows, catalog] = await Promise.all([
    selectInvoicePage(merchantId, filter, INVOICE_PAGE_SIZE + 1),
    loadCatalog(),
  ]);
  const page = toPage(rows, INVOICE_PAGE_SIZE, filter, invoiceKeys);
  const { firstCursor, nextCursor } = page;
  return { items: page.rows.map((row) => toRowView(row, catalog)), firstCursor, nextCursor };
}

/** Counts the list's tabs for the filter otherwise set, and adds up what it matches. */
export async function countInvoices(merchantId: string, query: InvoiceFilterQuery): Promise<ListCountsAndTotals> {
  const filter = toInvoiceFilter(query);
  const [counts, totals] = await Promise.all([
    countInvoiceStatuses(merchantId, filter),
    sumInvoices(merchantId, filter),
  ]);
  return { counts: toTabs(STATUSES_OF_GROUP, counts), totals };
}

/** Returns the sort keys of an invoice row. */
export function invoiceKeys({ created_at: at, id, worth }: InvoiceListRow): RowKeys {
  return { at, id, worth };
}

/** Translates the page's filter to the database's. */
export function toInvoiceFilter(query: InvoiceFilterQuery & Pick<InvoiceListQuery, "cursor">): InvoiceListFilter {
  return {
    ...toWindow(query),
    statuses: query.status ? STATUSES_OF_GROUP[query.status] : null,
    search: query.q || null,
    coin: query.coin?.toUpperCase() ?? null,
    network: query.network?.toLowerCase() ?? null,
    currency: query.currency?.toUpperCase() ?? null,
  };
}

function toRowView(row: InvoiceListRow, catalog: Catalog): InvoiceRowView {
  const { payer_amount: payerAmount, payer_code: payerCode, payer_network: network } = row;
  const paidAmount = decimal(row.paid_amount);
  return {
    id: row.id,
    orderId: row.order_id,
    walletId: row.wallet_id,
    status: row.status,
    shown: shownStatus({ status: row.status, isCancelledByHand: row.is_cancelled_by_hand, paidAmount }),
    amount: decimal(row.amount).toFixed(),
    currency: row.currency_code,
    paidAmount: paidAmount.toFixed(),
    payer:
      payerAmount === null || payerCode === null || network === null
        ? null
        : {
            amount: decimal(payerAmount).toFixed(),
            currency: payerCode,
            networkName: catalog.network(network)?.name ?? network,
          },
    paidUsd: decimal(row.worth).isZero() ? null : row.paid_amount_usd,
    creditedAmount: row.credited_amount && decimal(row.credited_amount).toFixed(),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    matchedBy: row.matched_by,
  };
}

/**
 * Returns all details of one of the merchant's invoices. @throws AppError `not_found`, also for
 * another merchant's
 */
export async function getInvoiceDetail(merchantId: string, id: string): Promise<InvoiceDetailView> {
  const invoice = await getInvoice(merchantId, { uuid: id, order_id: null });
  const [wire, parts, amlLinks, receiver, catalog] = await Promise.all([
    viewInvoice(invoice),
    selectInvoiceDetailRows(invoice.id),
    listLinkViews(invoice.id),
    describeReceiver(invoice),
    loadCatalog(),
  ]);
  return toDetailView(invoice, wire, { ...parts, amlLinks, receiver }, catalog);
}

/**
 * Lists what a merchant's create form may offer at present: coins that the merchant accepts and
 * that can be paid with.
 */
export async function listInvoiceOptions(merchantId: string): Promise<InvoiceOptions> {
  const [catalog, { acceptedCoins }] = await Promise.all([loadCatalog(), getMerchant(merchantId)]);
  const coins = new Map<string, InvoiceOptions["coins"][number]>();
  for (const service of catalog.paymentServices()) {
    if (!isAccepted(acceptedCoins, service)) continue;
    const { currency, network } = service;
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

const PAGE_ROWS = 1_000;
const ROWS_MAX = 2_000_000;

const exact = (amount: string | null) => amount && decimal(amount).toFixed();

/**
 * Amounts are exact decimals in the currency next to them; times are ISO 8601 in UTC; unknown
 * values are empty. docs/exports.md lists the columns.
 */
const COLUMNS: readonly CsvColumn<InvoiceListRow>[] = [
  { header: "uuid", value: (row) => row.id },
  { header: "order_id", value: (row) => row.order_id },
  { header: "status", value: (row) => row.status },
  { header: "amount", value: (row) => exact(row.amount) },
  { header: "currency", value: (row) => row.currency_code },
  { header: "payer_amount", value: (row) => exact(row.payer_amount) },
  { header: "payer_currency", value: (row) => row.payer_code },
  { header: "network", value: (row) => row.payer_network },
  { header: "address", value: (row) => row.address },
  { header: "txid", value: (row) => row.transaction_id },
  { header: "paid_amount", value: (row) => exact(row.paid_amount) },
  { header: "paid_amount_usd", value: (row) => exact(row.paid_amount_usd) },
  { header: "merchant_amount", value: (row) => exact(row.credited_amount) },
  { header: "commission", value: (row) => exact(row.commission_amount) },
  { header: "created_at", value: (row) => row.created_at.toISOString() },
  { header: "expires_at", value: (row) => row.expires_at.toISOString() },
  { header: "final_at", value: (row) => row.final_at?.toISOString() ?? null },
];

/**
 * Exports a merchant's invoices that match the filter. Read page by page, so that any number fits.
 * Always sorted by time, newest first unless the oldest are requested: an invoice's value may
 * change while the file is read, which would lose some rows and repeat others.
 */
export function exportInvoices(merchantId: string, query: InvoiceFilterQuery, now: Date): TextDownload {
  const filter = toInvoiceFilter({ ...query, sort: query.sort === "oldest" ? "oldest" : "newest" });
  const readFrom = (last: InvoiceListRow | null) =>
    selectInvoicePage(merchantId, { ...filter, beyond: last && positionOf(filter.sort, invoiceKeys(last)) }, PAGE_ROWS);
  return csvDownload(`invoices-${now.toISOString().slice(0, 10)}`, COLUMNS, rowsByKey(readFrom, ROWS_MAX));
}
