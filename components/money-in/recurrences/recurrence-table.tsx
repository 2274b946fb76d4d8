import { RecurrenceStatusBadge } from "@/components/money-in/recurrences/recurrence-badges";
import { INTERVAL_LABELS } from "@/components/money-in/recurrences/recurrence-labels";
import { DataTable } from "@/components/ui/data-table";
import { createdColumn, sortedByTime } from "@/components/ui/list-columns";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowLink } from "@/components/ui/row-link";
import type { Column, TableSorting } from "@/components/ui/table-column";
import { routes } from "@/lib/fronts/paths/routes";
import type { RecurrenceRowView } from "@/lib/money-in/recurrences/dashboard-schema";

const COLUMNS: readonly Column<RecurrenceRowView>[] = [
  {
    id: "name",
    header: "Name",
    phone: "title",
    cell: (row) => (
      <span className="block min-w-0 max-w-[18rem] wrap-anywhere">
        <RowLink href={routes.recurrence(row.id)}>{row.name}</RowLink>
        {row.orderId && <span className="block text-small text-ink-quiet">{row.orderId}</span>}
      </span>
    ),
  },
  { id: "status", header: "Status", phone: "corner", cell: (row) => <RecurrenceStatusBadge status={row.status} /> },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (row) => (
      <Money amount={row.amount} currency={row.currency} align="end" note={INTERVAL_LABELS[row.interval]} />
    ),
  },
  {
    id: "payer",
    header: "Payer",
    isForWide: true,
    cell: (row) => <span className="block max-w-[14rem] wrap-anywhere text-small">{row.payerEmail ?? "–"}</span>,
  },
  {
    id: "next",
    header: "Next payment",
    align: "end",
    cell: (row) => (
      <span className="text-small text-ink-soft">{row.nextPeriodAt ? <Moment at={row.nextPeriodAt} /> : "–"}</span>
    ),
  },
  sortedByTime(createdColumn()),
];

export type RecurrenceTableProps = { readonly rows: readonly RecurrenceRowView[]; readonly sorting: TableSorting };

export function RecurrenceTable({ rows, sorting }: RecurrenceTableProps) {
  return (
    <DataTable label="Recurring payments" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} sorting={sorting} />
  );
}
