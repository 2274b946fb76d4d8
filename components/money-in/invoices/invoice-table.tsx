import { InvoiceStatusBadge } from "@/components/money-in/invoices/status-badge";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import { createdColumn, orderColumn, sortedByTime } from "@/components/ui/list-columns";
import { Money } from "@/components/ui/money";
import type { Column, TableSorting } from "@/components/ui/table-column";
import { routes } from "@/lib/fronts/paths/routes";
import type { InvoiceRowView } from "@/lib/money-in/invoices/dashboard-schema";

const COLUMNS: readonly Column<InvoiceRowView>[] = [
  orderColumn(routes.invoice, (row) => row.walletId && <Badge>Top-up</Badge>),
  {
    id: "status",
    header: "Status",
    phone: "corner",
    cell: (row) => (
      <InvoiceStatusBadge status={row.shown} paid={row.payer && { amount: row.paidAmount, due: row.payer.amount }} />
    ),
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (row) => (
      <Money
        amount={row.amount}
        currency={row.currency}
        align="end"
        note={row.walletId && row.payer?.networkName}
        mayBreak
      />
    ),
  },
  {
    id: "payer",
    header: "Amount due",
    align: "end",
    cell: (row) =>
      row.walletId !== null ? (
        <EmptyCell />
      ) : row.payer ? (
        <Money
          amount={row.payer.amount}
          currency={row.payer.currency}
          align="end"
          note={row.payer.networkName}
          mayBreak
        />
      ) : (
        <span className="text-ink-quiet">not chosen yet</span>
      ),
  },
  {
    id: "worth",
    header: "Paid in USD",
    align: "end",
    isForWide: true,
    sortBy: { kind: "amount", read: (row) => row.paidUsd },
    cell: (row) => (row.paidUsd === null ? <EmptyCell /> : <Money amount={row.paidUsd} currency="USD" align="end" />),
  },
  sortedByTime(createdColumn()),
];

const UNSORTED = COLUMNS.map(({ sortBy: _, ...column }) => column);

const MATCH_TEXTS = {
  order: "order ID",
  id: "ID",
  transaction: "transaction",
  address: "address",
  sender: "sender",
} as const;

/** The match that a search found the row by. */
const FOUND: Column<InvoiceRowView> = {
  id: "found",
  header: "Match",
  cell: (row) => <span className="text-small text-ink-soft">{row.matchedBy && MATCH_TEXTS[row.matchedBy]}</span>,
};

export type InvoiceTableProps = {
  readonly rows: readonly InvoiceRowView[];
  /** Omitted for a short list of the newest ones. */
  readonly sorting?: TableSorting;
};

export function InvoiceTable({ rows, sorting }: InvoiceTableProps) {
  const columns = sorting ? COLUMNS : UNSORTED;
  const hasFound = rows.some(({ matchedBy }) => matchedBy !== null);
  return (
    <DataTable
      label="Invoices"
      columns={hasFound ? [...columns, FOUND] : columns}
      rows={rows}
      keyOf={(row) => row.id}
      sorting={sorting}
    />
  );
}
