import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";
import { batchErrors, orderIdOf } from "@/lib/money-out/payout-batches/batch-order";
import { findBatch } from "@/lib/money-out/payout-batches/repo";
import { BATCH_COLUMNS, BATCH_ROWS_MAX, type BatchColumn, batchFields } from "@/lib/money-out/payout-batches/schema";
import { type BatchItemRow, selectItems } from "@/lib/money-out/payout-batches/views-repo";

const PAGE_ROWS = 250;

type Line = BatchItemRow & { readonly fields: Readonly<Record<BatchColumn, string>> };

/** Exports the uploaded file with the outcome of each row. @throws AppError `not_found` */
export async function exportBatch(merchantId: string, id: string): Promise<TextDownload> {
  const batch = await findBatch(merchantId, id);
  if (batch === null) throw batchErrors.notFound();
  const rows = rowsByKey<BatchItemRow>(
    (last) => selectItems(merchantId, id, { group: null, after: last?.number ?? 0, limit: PAGE_ROWS }),
    BATCH_ROWS_MAX,
  );
  const open = batch.status === "cancelled" ? "cancelled" : batch.status === "checked" ? "not ordered" : "waiting";
  return csvDownload(`payouts-${id}`, columnsOf(id, open), withFields(rows));
}

async function* withFields(rows: AsyncIterable<BatchItemRow>): AsyncGenerator<Line> {
  for await (const row of rows) yield { ...row, fields: batchFields.parse(row.input) };
}

function columnsOf(batchId: string, open: string): CsvColumn<Line>[] {
  return [
    { header: "row", value: ({ number }) => String(number) },
    { header: "order_id", value: ({ number, fields }) => orderIdOf(batchId, number, fields) },
    { header: "amount", value: ({ fields }) => fields.amount },
    { header: "currency", value: ({ fields }) => fields.currency },
    { header: "address", value: ({ fields }) => fields.address },
    { header: "memo", value: ({ fields }) => fields.memo },
    { header: "result", value: ({ status, refusal }) => status ?? (refusal === null ? open : "refused") },
    { header: "reason", value: ({ refusal, failure }) => refusal ?? failure },
    { header: "payout_uuid", value: ({ payoutId }) => payoutId },
    { header: "sent_amount", value: ({ sentAmount }) => sentAmount?.toFixed() ?? null },
    { header: "sent_currency", value: ({ payerCode }) => payerCode },
    { header: "network", value: ({ networkCode, fields }) => networkCode ?? fields.network },
    { header: "commission", value: ({ commission }) => commission?.toFixed() ?? null },
    { header: "debited_amount", value: ({ debitedAmount }) => debitedAmount?.toFixed() ?? null },
    { header: "debited_currency", value: ({ fromCode }) => fromCode },
    { header: "txid", value: ({ transactionId }) => transactionId },
  ];
}

const EXAMPLE: Readonly<Partial<Record<BatchColumn, string>>> = {
  amount: "25.50",
  currency: "USDT",
  network: "bsc",
  is_subtract: "true",
  order_id: "salary-2026-11-anna",
};

/**
 * Returns a template: the columns, and one example row without an address, so that nobody submits
 * the example.
 */
export function batchTemplate(): TextDownload {
  const columns = BATCH_COLUMNS.map((name) => ({
    header: name,
    value: (row: typeof EXAMPLE) => row[name] ?? "",
  }));
  return csvDownload("payouts-template", columns, [EXAMPLE]);
}
