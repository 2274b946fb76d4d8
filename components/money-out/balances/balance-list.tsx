"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Wallet } from "lucide-react";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money";
import { Loaded } from "@/components/ui/query-states";
import { RowLink } from "@/components/ui/row-link";
import type { Column } from "@/components/ui/table-column";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { moneyText } from "@/lib/kernel/money/format";
import type { WalletListView, WalletRowView } from "@/lib/people/merchants/wallet-schema";

const REFRESH_MS = 15_000;

type Row = WalletRowView;

/** The coin, linked to its statement. */
function coinColumn(wallet?: "personal"): Column<Row> {
  return {
    id: "coin",
    header: "Coin",
    sortBy: { kind: "text", read: (row) => row.name },
    phone: "title",
    cell: (row) => (
      <span>
        <RowLink href={routes.statement({ coin: row.currency, ...(wallet && { wallet }) })}>{row.name}</RowLink>{" "}
        <span className="text-ink-soft">{row.currency}</span>
      </span>
    ),
  };
}

const SPENDABLE: Column<Row> = {
  id: "spendable",
  header: "Available",
  align: "end",
  cell: (row) => (
    <Money
      amount={row.spendable}
      currency={row.currency}
      align="end"
      note={
        isSome(row.owed) && (
          <span className="text-wrong">
            {moneyText(row.balance, row.currency)} less {moneyText(row.owed, row.currency)} owed
          </span>
        )
      }
    />
  ),
};

const WORTH: Column<Row> = {
  id: "usd",
  header: "Current value",
  sortBy: { kind: "amount", read: (row) => row.usd },
  align: "end",
  cell: (row) =>
    row.usd === null ? (
      <span className="text-ink-quiet">no current price</span>
    ) : (
      <Money amount={row.usd} currency="USD" align="end" />
    ),
};

const BUSINESS_COLUMNS = [
  coinColumn(),
  SPENDABLE,
  fundsColumn("reserved", "Reserved"),
  fundsColumn("held", "Held"),
  // Medium widths have no room for every column; a coin's statement shows it too.
  { ...fundsColumn("pending", "Pending"), isForWide: true },
  WORTH,
];
const PERSONAL_COLUMNS = [coinColumn("personal"), SPENDABLE, WORTH];

/** Pending amounts, less prominent than the available ones. */
function fundsColumn(id: "reserved" | "held" | "pending", header: string): Column<Row> {
  const cell = (row: Row) =>
    isSome(row[id]) ? (
      <Money amount={row[id]} currency={row.currency} align="end" />
    ) : (
      <span className="text-ink-quiet">none</span>
    );
  return { id, header, align: "end", cell };
}

function isSome(amount: string): boolean {
  return /[1-9]/.test(amount);
}

/** The merchant's balance per coin, and below it the viewer's personal wallets. */
export function BalanceList() {
  return (
    <div className="flex flex-col gap-8">
      <Wallets
        title="Business wallet"
        description="Reserved funds cover payouts and refunds in progress. Held funds await a decision."
        query={useQuery(rpc.balances.business.queryOptions(undefined, { refetchInterval: REFRESH_MS }))}
        columns={BUSINESS_COLUMNS}
        empty="Every coin you have been credited is listed here. The first appears with your first paid invoice."
      />
      <Wallets
        title="Your personal wallet"
        description="Belongs to you, not the merchant, and only you can see it. Use it to pay invoices of this gateway on their payment pages."
        query={useQuery(rpc.balances.personal.queryOptions(undefined, { refetchInterval: REFRESH_MS }))}
        columns={PERSONAL_COLUMNS}
        empty="Funded by transfers from the business wallet and by referral commissions."
      />
    </div>
  );
}

type WalletsProps = {
  readonly title: string;
  readonly description: string;
  readonly query: UseQueryResult<WalletListView>;
  readonly columns: readonly Column<Row>[];
  /** How to receive a balance, shown while there is none. */
  readonly empty: string;
};

function Wallets({ title, description, query, columns, empty }: WalletsProps) {
  return (
    <Card title={title} description={description} action={query.data && <Total {...query.data} />} isPadded={false}>
      <Loaded query={query} failure="The balances could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={Wallet} title="No balance yet">
              {empty}
            </EmptyState>
          ) : (
            <DataTable label={title} columns={columns} rows={items} keyOf={(row) => row.currency} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Total({ totalUsd, isTotalWhole }: WalletListView) {
  return (
    <div className="sm:text-right">
      <Money amount={totalUsd} currency="USD" size="large" align="end" />
      {!isTotalWhole && <p className="text-label text-ink-quiet">Coins without a current price are not included.</p>}
    </div>
  );
}
