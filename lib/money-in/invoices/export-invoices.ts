import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";
import { decimal } from "@/lib/kernel/money/decimal";
import { placeOf } from "@/lib/kernel/paging/list-page";
import { invoiceKeys, toInvoiceFilter } from "@/lib/money-in/invoices/dashboard-queries";
import type { InvoiceFilterQuery } from "@/lib/money-in/invoices/dashboard-schema";
import { type InvoiceListRow, selectInvoicePage } from "@/lib/money-in/invoices/list-repo";

const PAGE_ROWS = 1_000;
const ROWS_MAX = 2_000_000;

const exact = (amount: string | null) => amount && decimal(amount).toFixed();

/** Amounts are exact decimals in the currency beside them, times ISO 8601 in UTC; what is not known is empty. docs/exports.md lists them. */
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
 * A merchant's invoices that fit the filter, as a file. Read page by page, so that any number fits; and always by time, the newest first
 * unless the oldest are asked for: what an invoice is worth changes while the file is read, which would lose rows and repeat others.
 */
export function exportInvoices(merchantId: string, query: InvoiceFilterQuery, now: Date): TextDownload {
  const filter = toInvoiceFilter({ ...query, sort: query.sort === "oldest" ? "oldest" : "newest" });
  const readFrom = (last: InvoiceListRow | null) =>
    selectInvoicePage(merchantId, { ...filter, beyond: last && placeOf(filter.sort, invoiceKeys(last)) }, PAGE_ROWS);
  return csvDownload(`invoices-${now.toISOString().slice(0, 10)}`, COLUMNS, rowsByKey(readFrom, ROWS_MAX));
}
