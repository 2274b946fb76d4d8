import { PayoutStatusBadge } from "@/components/money-out/reviews/payout-status-badge";
import { Address } from "@/components/ui/address";
import { DataTable } from "@/components/ui/data-table";
import { createdColumn, orderColumn, sortedByTime } from "@/components/ui/list-columns";
import { Money } from "@/components/ui/money";
import type { Column, TableSorting } from "@/components/ui/table-column";
import { routes } from "@/lib/fronts/paths/routes";
import type { PayoutRowView } from "@/lib/money-out/payouts/dashboard-schema";

const COLUMNS: readonly Column<PayoutRowView>[] = [
  orderColumn(routes.payout),
  { id: "status", header: "Status", phone: "corner", cell: (row) => <PayoutStatusBadge status={row.status} /> },
  {
    id: "to",
    header: "To",
    cell: (row) => (
      <span className="relative">
        <Address value={row.address} what="address" isShort />
      </span>
    ),
  },
  {
    id: "sent",
    header: "Arrives",
    align: "end",
    cell: (row) => (
      <Money amount={row.sentAmount} currency={row.currency} align="end" note={row.networkName} mayBreak />
    ),
  },
  {
    id: "debited",
    header: "From balance",
    align: "end",
    isForWide: true,
    cell: (row) => <Money amount={row.debitedAmount} currency={row.fromCurrency} align="end" mayBreak />,
  },
  sortedByTime(createdColumn()),
];

export type PayoutTableProps = { readonly rows: readonly PayoutRowView[]; readonly sorting: TableSorting };

export function PayoutTable({ rows, sorting }: PayoutTableProps) {
  return <DataTable label="Payouts" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} sorting={sorting} />;
}
