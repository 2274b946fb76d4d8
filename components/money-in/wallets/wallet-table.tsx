import { WalletStatusBadge } from "@/components/money-in/wallets/wallet-status-badge";
import { DataTable } from "@/components/ui/data-table";
import { createdColumn, orderColumn, sortedByTime } from "@/components/ui/list-columns";
import { Money } from "@/components/ui/money";
import type { Column, TableSorting } from "@/components/ui/table-column";
import { routes } from "@/lib/fronts/paths/routes";
import type { WalletRowView } from "@/lib/money-in/static-wallets/dashboard-schema";

const COLUMNS: readonly Column<WalletRowView>[] = [
  orderColumn(routes.wallet),
  { id: "status", header: "Status", phone: "corner", cell: (row) => <WalletStatusBadge status={row.status} /> },
  {
    id: "coin",
    header: "Coin",
    cell: (row) => (
      <span className="block min-w-28">
        {row.currency} <span className="text-small text-ink-quiet">on {row.networkName}</span>
      </span>
    ),
  },
  {
    id: "count",
    header: "Top-ups",
    align: "end",
    isForWide: true,
    cell: (row) => <span className="tabular-nums">{row.topUpCount}</span>,
  },
  {
    id: "credited",
    header: "Credited to you",
    align: "end",
    cell: (row) => <Money amount={row.creditedAmount} currency={row.currency} align="end" />,
  },
  sortedByTime(createdColumn()),
];

export type WalletTableProps = { readonly rows: readonly WalletRowView[]; readonly sorting: TableSorting };

export function WalletTable({ rows, sorting }: WalletTableProps) {
  return <DataTable label="Static wallets" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} sorting={sorting} />;
}
