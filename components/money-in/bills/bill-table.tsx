import { BillStateBadge, dayText } from "@/components/money-in/bills/bill-badge";
import { DataTable } from "@/components/ui/data-table";
import { createdColumn, sortedByTime } from "@/components/ui/list-columns";
import { Money } from "@/components/ui/money";
import { RowLink } from "@/components/ui/row-link";
import type { Column, TableSorting } from "@/components/ui/table-column";
import { routes } from "@/lib/fronts/paths/routes";
import type { BillRowView } from "@/lib/money-in/bills/dashboard-schema";

const COLUMNS: readonly Column<BillRowView>[] = [
  {
    id: "bill",
    header: "Bill",
    phone: "title",
    cell: (row) => (
      <span className="block min-w-0 max-w-[18rem] wrap-anywhere">
        <RowLink href={routes.bill(row.id)}>{row.customerName}</RowLink>
        <span className="block text-small text-ink-quiet">{row.number ?? "Not sent"}</span>
      </span>
    ),
  },
  { id: "state", header: "Status", phone: "corner", cell: (row) => <BillStateBadge state={row.state} /> },
  {
    id: "total",
    header: "Total",
    align: "end",
    cell: (row) => <Money amount={row.total} currency={row.currency} align="end" />,
  },
  {
    id: "due",
    header: "Still to pay",
    align: "end",
    cell: (row) =>
      row.state === "sent" || row.state === "overdue" ? (
        <Money amount={row.due} currency={row.currency} align="end" />
      ) : (
        <span className="text-ink-quiet">–</span>
      ),
  },
  { id: "dueDate", header: "Due on", cell: (row) => <span className="whitespace-nowrap">{dayText(row.dueDate)}</span> },
  sortedByTime(createdColumn()),
];

export type BillTableProps = { readonly rows: readonly BillRowView[]; readonly sorting: TableSorting };

export function BillTable({ rows, sorting }: BillTableProps) {
  return <DataTable label="Bills" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} sorting={sorting} />;
}
