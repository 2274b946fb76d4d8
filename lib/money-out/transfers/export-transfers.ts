import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";
import {
  selectTransfers,
  type TransferRow,
  toTransferFilter,
  toTransferView,
} from "@/lib/money-out/transfers/dashboard-queries";
import type { TransferFilterQuery } from "@/lib/money-out/transfers/dashboard-schema";

const PAGE_ROWS = 1_000;
const ROWS_MAX = 1_000_000;

/** Amounts are exact decimals in the currency beside them, times ISO 8601 in UTC; who is not known is empty: the machine API. */
const COLUMNS: readonly CsvColumn<TransferRow>[] = [
  { header: "transaction", value: (row) => toTransferView(row).merchantTransactionId },
  { header: "direction", value: (row) => toTransferView(row).direction },
  { header: "amount", value: (row) => toTransferView(row).amount },
  { header: "currency", value: (row) => toTransferView(row).currency },
  { header: "ordered_by", value: (row) => toTransferView(row).orderedBy },
  { header: "at", value: (row) => toTransferView(row).at },
];

/** A merchant's transfers that fit the filter, in its order, as a file. */
export function exportTransfers(merchantId: string, query: TransferFilterQuery, now: Date): TextDownload {
  const filter = toTransferFilter(query);
  const readFrom = (last: TransferRow | null) =>
    selectTransfers(merchantId, { ...filter, beyond: last?.id ?? null }, PAGE_ROWS);
  return csvDownload(`transfers-${now.toISOString().slice(0, 10)}`, COLUMNS, rowsByKey(readFrom, ROWS_MAX));
}
