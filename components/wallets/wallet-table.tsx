import { type Column, DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowLink } from "@/components/ui/row-link";
import { WalletStatusBadge } from "@/components/wallets/wallet-status-badge";
import { routes } from "@/lib/client/routes";
import type { WalletRowView } from "@/lib/wallets/dashboard-schema";

const COLUMNS: readonly Column<WalletRowView>[] = [
  {
    id: "order",
    header: "Order",
    phone: "title",
    cell: (row) => (
      <span className="flex min-w-0 max-w-full items-center">
        <span className="block max-w-[20rem] truncate">
          <RowLink href={routes.wallet(row.id)}>{row.orderId}</RowLink>
        </span>
      </span>
    ),
  },
  { id: "status", header: "Status", phone: "corner", cell: (row) => <WalletStatusBadge status={row.status} /> },
  {
    id: "coin",
    header: "Coin",
    cell: (row) => (
      <span>
        {row.currency} <span className="text-small text-ink-quiet">on {row.networkName}</span>
      </span>
    ),
  },
  {
    id: "count",
    header: "Top-ups",
    align: "end",
    cell: (row) => <span className="tabular-nums">{row.topUpCount}</span>,
  },
  {
    id: "credited",
    header: "Credited to you",
    align: "end",
    cell: (row) => <Money amount={row.creditedAmount} currency={row.currency} align="end" />,
  },
  {
    id: "created",
    header: "Created",
    align: "end",
    cell: (row) => (
      <span className="text-small text-ink-soft">
        <Moment at={row.createdAt} style="relative" />
      </span>
    ),
  },
];

export function WalletTable({ rows }: { rows: readonly WalletRowView[] }) {
  return <DataTable label="Static wallets" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} />;
}
