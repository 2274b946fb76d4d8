import { ArrowLeftRight } from "lucide-react";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money";
import type { Column } from "@/components/ui/table-column";
import type { TransferWalletsView, TransferWalletView } from "@/lib/money-out/transfers/dashboard-schema";

const COIN: Column<TransferWalletView> = {
  id: "coin",
  header: "Coin",
  sortBy: { kind: "text", read: (row) => row.name },
  phone: "title",
  cell: ({ name, currency }) => (
    <span>
      <span className="font-medium">{name}</span> <span className="text-ink-soft">{currency}</span>
    </span>
  ),
};

const BUSINESS: Column<TransferWalletView> = {
  id: "business",
  header: "Business wallet",
  align: "end",
  cell: ({ business, currency }) => <Money amount={business} currency={currency} align="end" />,
};

const PERSONAL: Column<TransferWalletView> = {
  id: "personal",
  header: "Your personal wallet",
  align: "end",
  cell: ({ personal, currency }) => <Money amount={personal ?? "0"} currency={currency} align="end" />,
};

/** Both wallets per coin, with the transferable amount of each. */
export function TransferWallets({ owner, items }: TransferWalletsView) {
  const isOwner = owner?.isYou === true;
  const note =
    !owner?.isUsable || isOwner
      ? undefined
      : `The balance of ${owner.name}’s personal wallet is visible only to ${owner.name}.`;
  return (
    <Card title="Available to transfer" description={note} isPadded={false}>
      {items.length === 0 ? (
        <EmptyState icon={ArrowLeftRight} title="No funds yet">
          Coins credited to the business wallet are listed here.
        </EmptyState>
      ) : (
        <DataTable
          label="Available to transfer"
          columns={isOwner ? [COIN, BUSINESS, PERSONAL] : [COIN, BUSINESS]}
          rows={items}
          keyOf={({ currency }) => currency}
        />
      )}
    </Card>
  );
}
