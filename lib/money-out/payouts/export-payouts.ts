import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";
import { type DecimalLike, decimal } from "@/lib/kernel/money/decimal";
import { toPayoutFilter } from "@/lib/money-out/payouts/dashboard-queries";
import type { PayoutFilterQuery } from "@/lib/money-out/payouts/dashboard-schema";
import { type PayoutRow, selectPayoutPage } from "@/lib/money-out/payouts/list-repo";

const PAGE_ROWS = 1_000;
const ROWS_MAX = 2_000_000;

const exact = (amount: DecimalLike) => decimal(amount).toFixed();

/** Amounts are exact decimals in the currency beside them, times ISO 8601 in UTC; what is not known is empty. */
const FILE_COLUMNS: readonly CsvColumn<PayoutRow>[] = [
  { header: "uuid", value: (row) => row.id },
  { header: "order_id", value: (row) => row.orderId },
  { header: "status", value: (row) => row.status },
  { header: "amount", value: (row) => exact(row.amount) },
  { header: "currency", value: (row) => row.currencyCode },
  { header: "sent_amount", value: (row) => exact(row.sentAmount) },
  { header: "commission", value: (row) => exact(row.commission) },
  { header: "payer_currency", value: (row) => row.payerCode },
  { header: "network", value: (row) => row.networkCode },
  { header: "address", value: (row) => row.address },
  { header: "memo", value: (row) => row.memo },
  { header: "txid", value: (row) => row.transactionId },
  { header: "debited_amount", value: (row) => exact(row.debitedAmount) },
  { header: "from_currency", value: (row) => row.fromCode },
  { header: "balance_after", value: (row) => exact(row.balanceAfter) },
  { header: "failure", value: (row) => row.failure },
  { header: "created_at", value: (row) => row.createdAt.toISOString() },
  { header: "final_at", value: (row) => row.finalAt?.toISOString() ?? null },
];

/** A merchant's payouts that fit the filter, in its order, as a file. */
export function exportPayouts(merchantId: string, query: PayoutFilterQuery, now: Date): TextDownload {
  const filter = toPayoutFilter(query);
  const readFrom = (last: PayoutRow | null) =>
    selectPayoutPage(merchantId, { ...filter, beyond: last && { at: last.createdAt, id: last.id } }, PAGE_ROWS);
  return csvDownload(`payouts-${now.toISOString().slice(0, 10)}`, FILE_COLUMNS, rowsByKey(readFrom, ROWS_MAX));
}
