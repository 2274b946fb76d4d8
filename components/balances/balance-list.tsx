"use client";

import { useQuery } from "@tanstack/react-query";
import { Wallet } from "lucide-react";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money";
import { Loaded } from "@/components/ui/query-states";
import { balancesQuery } from "@/lib/client/overview";
import type { WalletRowView } from "@/lib/merchants/wallet-schema";

const COLUMNS: readonly Column<WalletRowView>[] = [
  {
    id: "coin",
    header: "Coin",
    phone: "title",
    cell: (row) => (
      <span>
        <span className="font-medium">{row.name}</span> <span className="text-ink-soft">{row.currency}</span>
      </span>
    ),
  },
  {
    id: "balance",
    header: "Balance",
    align: "end",
    cell: (row) => <Money amount={row.balance} currency={row.currency} align="end" />,
  },
  {
    id: "usd",
    header: "Worth now",
    align: "end",
    cell: (row) =>
      row.usd === null ? (
        <span className="text-ink-quiet">no current price</span>
      ) : (
        <Money amount={row.usd} currency="USD" align="end" />
      ),
  },
];

/** What the gateway owes the merchant, coin by coin. */
export function BalanceList() {
  const query = useQuery(balancesQuery());
  return (
    <Loaded query={query} failure="The balances could not be loaded">
      {({ items, totalUsd, isTotalWhole }) => (
        <div className="flex flex-col gap-5">
          <Card>
            <p className="text-small text-ink-soft">Worth in all</p>
            <p className="mt-1">
              <Money amount={totalUsd} currency="USD" size="hero" />
            </p>
            {!isTotalWhole && (
              <p className="mt-1 text-label text-ink-quiet">Without coins that have no current price.</p>
            )}
          </Card>
          <Card isPadded={false}>
            {items.length === 0 ? (
              <EmptyState icon={Wallet} title="No balance yet">
                Every coin that you were ever credited has a line here. The first comes with the first paid invoice.
              </EmptyState>
            ) : (
              <DataTable label="Balances" columns={COLUMNS} rows={items} keyOf={(row) => row.currency} />
            )}
          </Card>
        </div>
      )}
    </Loaded>
  );
}
