import { InvoiceStatusBadge } from "@/components/invoices/status-badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { createdColumn, orderColumn } from "@/components/ui/list-columns";
import { Money } from "@/components/ui/money";
import { routes } from "@/lib/client/routes";
import type { InvoiceRowView } from "@/lib/invoices/dashboard-schema";

const COLUMNS: readonly Column<InvoiceRowView>[] = [
  orderColumn(routes.invoice),
  { id: "status", header: "Status", phone: "corner", cell: (row) => <InvoiceStatusBadge status={row.status} /> },
  {
    id: "amount",
    header: "Asked for",
    align: "end",
    cell: (row) => <Money amount={row.amount} currency={row.currency} align="end" />,
  },
  {
    id: "payer",
    header: "Payer pays",
    align: "end",
    cell: (row) =>
      row.payer ? (
        <span className="inline-flex flex-col items-end">
          <Money amount={row.payer.amount} currency={row.payer.currency} align="end" />
          <span className="text-label text-ink-quiet">{row.payer.networkName}</span>
        </span>
      ) : (
        <span className="text-ink-quiet">not chosen yet</span>
      ),
  },
  createdColumn(),
];

const MATCH_WORDS = {
  order: "order id",
  id: "id",
  transaction: "transaction",
  address: "address",
  sender: "sender",
} as const;

/** What a search found the row by. */
const FOUND: Column<InvoiceRowView> = {
  id: "found",
  header: "Found by",
  cell: (row) => <span className="text-small text-ink-soft">{row.matchedBy && MATCH_WORDS[row.matchedBy]}</span>,
};

export function InvoiceTable({ rows }: { rows: readonly InvoiceRowView[] }) {
  const columns = rows.some(({ matchedBy }) => matchedBy !== null) ? [...COLUMNS, FOUND] : COLUMNS;
  return <DataTable label="Invoices" columns={columns} rows={rows} keyOf={(row) => row.id} />;
}
