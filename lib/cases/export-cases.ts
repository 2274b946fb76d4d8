import { toCaseFilter, toCaseView } from "@/lib/cases/dashboard-queries";
import type { CaseFilterQuery, CaseRowView } from "@/lib/cases/dashboard-schema";
import { type CasePageRow, selectCasePage } from "@/lib/cases/list-repo";
import { loadCatalog } from "@/lib/catalog/queries";
import { csvDownload } from "@/lib/csv/csv-download";
import { rowsByKey } from "@/lib/csv/rows-by-key";
import type { CsvColumn } from "@/lib/csv/write-csv";
import type { TextDownload } from "@/lib/http/text-download";

const PAGE_ROWS = 500;
const ROWS_MAX = 1_000_000;

type Row = CasePageRow & { readonly view: CaseRowView };

/** Amounts are exact decimals in the currency beside them, times ISO 8601 in UTC; what is not known is empty. */
const COLUMNS: readonly CsvColumn<Row>[] = [
  { header: "uuid", value: ({ view }) => view.id },
  { header: "kind", value: ({ view }) => view.kind },
  { header: "status", value: ({ view }) => view.status },
  { header: "amount", value: ({ view }) => view.amount },
  { header: "currency", value: ({ view }) => view.currency },
  { header: "network", value: (row) => row.networkCode },
  { header: "txid", value: ({ view }) => view.transactionId },
  { header: "from", value: ({ view }) => view.fromAddress },
  { header: "address", value: ({ view }) => view.toAddress },
  { header: "order_id", value: ({ view }) => view.orderId },
  { header: "invoice", value: ({ view }) => view.invoiceId },
  { header: "static_wallet", value: ({ view }) => view.walletId },
  { header: "resolution", value: ({ view }) => view.resolution },
  { header: "opened_at", value: ({ view }) => view.openedAt },
  { header: "closed_at", value: ({ view }) => view.closedAt },
];

/** A merchant's cases that fit the filter, in its order, as a file. */
export function exportCases(merchantId: string, query: CaseFilterQuery, now: Date): TextDownload {
  const filter = toCaseFilter(query);
  const readFrom = async (last: Row | null): Promise<Row[]> => {
    const beyond = last && { at: last.openedAt, id: last.id };
    const [rows, catalog] = await Promise.all([
      selectCasePage(merchantId, { ...filter, beyond }, PAGE_ROWS),
      loadCatalog(),
    ]);
    return rows.map((row) => ({ ...row, view: toCaseView(row, catalog) }));
  };
  return csvDownload(`cases-${now.toISOString().slice(0, 10)}`, COLUMNS, rowsByKey(readFrom, ROWS_MAX));
}
