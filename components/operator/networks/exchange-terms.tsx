"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { ExchangeTermsDialog, ResetExchangeDialog } from "@/components/operator/networks/exchange-dialogs";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { MenuItem } from "@/components/ui/menu";
import { Money } from "@/components/ui/money";
import { NoMatches } from "@/components/ui/no-matches";
import { Loaded } from "@/components/ui/query-states";
import { RowMenu } from "@/components/ui/row-menu";
import { SearchField } from "@/components/ui/search-field";
import type { Column } from "@/components/ui/table-column";
import type { ExchangeRowView } from "@/lib/fronts/admin/market-schema";
import { rpc } from "@/lib/fronts/client/rpc";

type OpenDialog = { readonly what: "edit" | "reset"; readonly row: ExchangeRowView };

/** Every service with what payers from exchanges are told about it. */
export function ExchangeTerms() {
  const query = useQuery(rpc.operator.exchanges.list.queryOptions());
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const [search, setSearch] = useState("");
  const close = () => setAsked(null);
  return (
    <Card
      title="Withdrawal terms"
      description="Typical values from published lists and guides; actual terms may differ. Your changes are kept across updates."
      isPadded={false}
    >
      <Loaded query={query} failure="The terms could not be loaded">
        {(rows) => (
          <>
            <div className="px-4 pb-3 sm:max-w-sm sm:px-5">
              <SearchField
                label="Find a coin or network"
                placeholder="Coin or network"
                value={search}
                onChange={setSearch}
              />
            </div>
            <FoundTerms rows={found(rows, search)} onAsk={setAsked} onClear={() => setSearch("")} />
          </>
        )}
      </Loaded>
      {asked?.what === "edit" && <ExchangeTermsDialog row={asked.row} onClose={close} />}
      {asked?.what === "reset" && <ResetExchangeDialog row={asked.row} onClose={close} />}
    </Card>
  );
}

type FoundTermsProps = {
  readonly rows: readonly ExchangeRowView[];
  readonly onAsk: (asked: OpenDialog) => void;
  readonly onClear: () => void;
};

function FoundTerms({ rows, onAsk, onClear }: FoundTermsProps) {
  if (rows.length === 0) {
    return (
      <NoMatches title="No matching coins" onClear={onClear}>
        Search for a coin, such as USDT, or a network, such as Ethereum.
      </NoMatches>
    );
  }
  return (
    <DataTable
      label="Withdrawal terms"
      columns={columnsOf(onAsk)}
      rows={rows}
      keyOf={(row) => `${row.currency}@${row.networkCode}`}
    />
  );
}

/** Returns the rows where every search word is in the coin or the network. */
function found(rows: readonly ExchangeRowView[], search: string): readonly ExchangeRowView[] {
  const words = search.toLowerCase().split(/\s+/);
  return rows.filter(({ currency, networkCode, networkName }) => {
    const text = `${currency} ${networkCode} ${networkName}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function columnsOf(onAsk: (asked: OpenDialog) => void): readonly Column<ExchangeRowView>[] {
  return [
    {
      id: "service",
      header: "Coin",
      sortBy: { kind: "text", read: (row) => `${row.currency} ${row.networkName}` },
      phone: "title",
      cell: ({ currency, networkName }) => (
        <span className="flex flex-col">
          <span className="font-medium">{currency}</span>
          <span className="text-label text-ink-quiet">{networkName}</span>
        </span>
      ),
    },
    { id: "state", header: "Value", phone: "corner", cell: (row) => <ValueBadge row={row} /> },
    {
      id: "fee",
      header: "Fee",
      align: "end",
      cell: (row) => <TermAmount row={row} amount={row.terms?.fee} />,
    },
    {
      id: "minimum",
      header: "Minimum",
      align: "end",
      cell: (row) => <TermAmount row={row} amount={row.terms?.minimum} />,
    },
    {
      id: "source",
      header: "Source",
      isForWide: true,
      cell: ({ typical }) => <span className="text-small text-ink-soft">{typical?.source ?? "unknown"}</span>,
    },
    { id: "acts", header: "Actions", align: "end", cell: (row) => <Acts row={row} onAsk={onAsk} /> },
  ];
}

type RowProps = { readonly row: ExchangeRowView };

function ValueBadge({ row }: RowProps) {
  if (row.terms === null) return <Badge tone="waiting">Unknown</Badge>;
  return row.isEdited ? <Badge tone="moving">Custom</Badge> : <Badge>Typical</Badge>;
}

function TermAmount({ row, amount }: RowProps & { readonly amount: string | undefined }) {
  if (amount === undefined) return <span className="text-ink-quiet">unknown</span>;
  return <Money amount={amount} currency={row.currency} align="end" />;
}

function Acts({ row, onAsk }: RowProps & { readonly onAsk: (asked: OpenDialog) => void }) {
  const name = `${row.currency} on ${row.networkName}`;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button size="small" onClick={() => onAsk({ what: "edit", row })} aria-label={`Change ${name}`}>
        Change…
      </Button>
      {row.isEdited && (
        <RowMenu label={`Actions for ${name}`}>
          <MenuItem icon={RotateCcw} tone="danger" onSelect={() => onAsk({ what: "reset", row })}>
            Reset…
          </MenuItem>
        </RowMenu>
      )}
    </span>
  );
}
