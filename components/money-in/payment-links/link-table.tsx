import { LinkStateBadge } from "@/components/money-in/payment-links/link-badge";
import { DataTable } from "@/components/ui/data-table";
import { createdColumn, sortedByTime } from "@/components/ui/list-columns";
import { Money } from "@/components/ui/money";
import { RowLink } from "@/components/ui/row-link";
import type { Column, TableSorting } from "@/components/ui/table-column";
import { routes } from "@/lib/fronts/paths/routes";
import type { LinkRowView } from "@/lib/money-in/payment-links/dashboard-schema";

const COLUMNS: readonly Column<LinkRowView>[] = [
  {
    id: "title",
    header: "Title",
    phone: "title",
    cell: (row) => (
      <span className="block min-w-0 max-w-[18rem] wrap-anywhere">
        <RowLink href={routes.paymentLink(row.id)}>{row.title}</RowLink>
        <span className="block text-small text-ink-quiet">/l/{row.name}</span>
      </span>
    ),
  },
  { id: "state", header: "Status", phone: "corner", cell: (row) => <LinkStateBadge state={row.state} /> },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (row) =>
      row.amount === null ? (
        <span className="text-small text-ink-soft">Entered by the payer, in {row.currency}</span>
      ) : (
        <Money amount={row.amount} currency={row.currency} align="end" />
      ),
  },
  {
    id: "orders",
    header: "Orders",
    align: "end",
    cell: (row) => <span className="tabular-nums">{countText(row.orders, row.useLimit)}</span>,
  },
  {
    id: "pieces",
    header: "Pieces",
    align: "end",
    isForWide: true,
    cell: (row) => <span className="tabular-nums">{countText(row.pieces, row.stock)}</span>,
  },
  sortedByTime(createdColumn()),
];

/** `3 of 10`, or `3` without a limit. */
export function countText(count: number, limit: number | null): string {
  return limit === null ? String(count) : `${count} of ${limit}`;
}

export type LinkTableProps = { readonly rows: readonly LinkRowView[]; readonly sorting: TableSorting };

export function LinkTable({ rows, sorting }: LinkTableProps) {
  return <DataTable label="Payment links" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} sorting={sorting} />;
}
