import { listCases } from "@/lib/cases/dashboard-queries";
import type { CaseListQuery, CaseRowView } from "@/lib/cases/dashboard-schema";
import { csvDownload } from "@/lib/csv/csv-download";
import { rowsByKey } from "@/lib/csv/rows-by-key";
import type { CsvColumn } from "@/lib/csv/write-csv";
import type { TextDownload } from "@/lib/http/text-download";

const ROWS_MAX = 1_000_000;

/** Amounts are exact decimals in the currency beside them, times ISO 8601 in UTC; what is not known is empty. */
const COLUMNS: readonly CsvColumn<CaseRowView>[] = [
  { header: "uuid", value: (row) => row.id },
  { header: "kind", value: (row) => row.kind },
  { header: "status", value: (row) => row.status },
  { header: "amount", value: (row) => row.amount },
  { header: "currency", value: (row) => row.currency },
  { header: "network", value: (row) => row.networkName },
  { header: "txid", value: (row) => row.transactionId },
  { header: "from", value: (row) => row.fromAddress },
  { header: "address", value: (row) => row.toAddress },
  { header: "order_id", value: (row) => row.orderId },
  { header: "invoice", value: (row) => row.invoiceId },
  { header: "static_wallet", value: (row) => row.walletId },
  { header: "resolution", value: (row) => row.resolution },
  { header: "opened_at", value: (row) => row.openedAt },
  { header: "closed_at", value: (row) => row.closedAt },
];

/** A merchant's cases in one of their two states, newest first, as a file. */
export function exportCases(merchantId: string, { status }: Pick<CaseListQuery, "status">, now: Date): TextDownload {
  let cursor: string | null | undefined;
  const readPage = async () => {
    if (cursor === null) return [];
    const page = await listCases(merchantId, { status, ...(cursor && { cursor }) });
    cursor = page.nextCursor;
    return page.items;
  };
  return csvDownload(`cases-${now.toISOString().slice(0, 10)}`, COLUMNS, rowsByKey(readPage, ROWS_MAX));
}
