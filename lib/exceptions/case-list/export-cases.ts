import { type BoardRow, selectBoardPage, toCaseFilter, viewBoard } from "@/lib/exceptions/case-list/dashboard-queries";
import type { CaseFilterQuery, CaseListRow } from "@/lib/exceptions/case-list/dashboard-schema";
import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";

const PAGE_ROWS = 500;
const ROWS_MAX = 1_000_000;

type Row = BoardRow & { readonly view: CaseListRow };

/** Columns that only a case, or only a refund request, has. */
const ofCase =
  (read: (view: Extract<CaseListRow, { of: "case" }>) => string | null) =>
  ({ view }: Row) =>
    view.of === "case" ? read(view) : null;
const either =
  (
    readCase: (view: Extract<CaseListRow, { of: "case" }>) => string | null,
    readRequest: (view: Extract<CaseListRow, { of: "request" }>) => string | null,
  ) =>
  ({ view }: Row) =>
    view.of === "case" ? readCase(view) : readRequest(view);

/**
 * Amounts are exact decimals in the currency next to them, times are ISO 8601 in UTC; unknown
 * values are empty.
 */
const COLUMNS: readonly CsvColumn<Row>[] = [
  { header: "uuid", value: ({ view }) => view.id },
  {
    header: "kind",
    value: either(
      ({ kind }) => kind,
      () => "refund_request",
    ),
  },
  { header: "status", value: ({ view }) => view.status },
  { header: "amount", value: ({ view }) => view.amount },
  { header: "currency", value: ({ view }) => view.currency },
  { header: "network", value: ({ row }) => row.networkCode },
  { header: "txid", value: ofCase(({ transactionId }) => transactionId) },
  { header: "from", value: ofCase(({ fromAddress }) => fromAddress) },
  // The receiving address; for a refund request, the destination address.
  {
    header: "address",
    value: either(
      ({ toAddress }) => toAddress,
      ({ address }) => address,
    ),
  },
  { header: "order_id", value: ({ view }) => view.orderId },
  { header: "invoice", value: ({ view }) => view.invoiceId },
  { header: "static_wallet", value: ofCase(({ walletId }) => walletId) },
  {
    header: "resolution",
    value: either(
      ({ resolution }) => resolution,
      ({ note }) => note,
    ),
  },
  {
    header: "opened_at",
    value: either(
      ({ openedAt }) => openedAt,
      ({ createdAt }) => createdAt,
    ),
  },
  {
    header: "closed_at",
    value: either(
      ({ closedAt }) => closedAt,
      ({ decidedAt }) => decidedAt,
    ),
  },
];

/**
 * Exports a merchant's cases and refund requests that match the filter, in its order, as a file.
 */
export function exportCases(merchantId: string, query: CaseFilterQuery, now: Date): TextDownload {
  const filter = toCaseFilter(query);
  const readFrom = async (last: Row | null): Promise<Row[]> => {
    const beyond = last && { at: last.at, id: last.id };
    const rows = await selectBoardPage(merchantId, { ...filter, beyond }, PAGE_ROWS);
    const views = new Map((await viewBoard(rows)).map((view) => [view.id, view]));
    return rows.flatMap((row) => {
      const view = views.get(row.id);
      return view ? [{ ...row, view }] : [];
    });
  };
  return csvDownload(`cases-${now.toISOString().slice(0, 10)}`, COLUMNS, rowsByKey(readFrom, ROWS_MAX));
}
