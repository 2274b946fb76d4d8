import { csvDownload } from "@/lib/csv/csv-download";
import { rowsByKey } from "@/lib/csv/rows-by-key";
import type { CsvColumn } from "@/lib/csv/write-csv";
import type { TextDownload } from "@/lib/http/text-download";
import { listTransfers } from "@/lib/transfers/dashboard-queries";
import type { TransferRowView } from "@/lib/transfers/dashboard-schema";

const ROWS_MAX = 1_000_000;

/** Amounts are exact decimals in the currency beside them, times ISO 8601 in UTC; who is not known is empty: the machine API. */
const COLUMNS: readonly CsvColumn<TransferRowView>[] = [
  { header: "transaction", value: (row) => row.merchantTransactionId },
  { header: "direction", value: (row) => row.direction },
  { header: "amount", value: (row) => row.amount },
  { header: "currency", value: (row) => row.currency },
  { header: "ordered_by", value: (row) => row.orderedBy },
  { header: "at", value: (row) => row.at },
];

/** A merchant's transfers in both directions, newest first, as a file. */
export function exportTransfers(merchantId: string, now: Date): TextDownload {
  let cursor: string | null | undefined;
  const readPage = async () => {
    if (cursor === null) return [];
    const page = await listTransfers(merchantId, cursor ? { cursor } : {});
    cursor = page.nextCursor;
    return page.items;
  };
  return csvDownload(`transfers-${now.toISOString().slice(0, 10)}`, COLUMNS, rowsByKey(readPage, ROWS_MAX));
}
