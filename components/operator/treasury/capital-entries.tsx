"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PagedList } from "@/components/ui/query-states";
import type { Column } from "@/components/ui/table-column";
import type { CapitalEntryView } from "@/lib/fronts/admin/capital-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 5_000;

const ENTRY_LABELS: Readonly<Record<CapitalEntryView["kind"], string>> = {
  "capital.fund": "Funded",
  "capital.fund-reverse": "Funding reversed",
  "capital.move": "Moved between earnings and capital",
  "treasury.fill": "Reserved for conversions",
  "treasury.draw": "Released to capital",
};

const COLUMNS: readonly Column<CapitalEntryView>[] = [
  {
    id: "kind",
    header: "Entry",
    phone: "title",
    cell: (row) => (
      <span className="flex flex-col">
        <span className="font-medium">{ENTRY_LABELS[row.kind]}</span>
        {row.memo !== "" && <span className="text-label text-ink-quiet">{row.memo}</span>}
      </span>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    phone: "corner",
    align: "end",
    cell: (row) => <Money amount={row.amount} currency={row.currency} align="end" />,
  },
  {
    id: "network",
    header: "Network",
    cell: (row) => <span className="text-small text-ink-soft">{row.networkName ?? "Books only"}</span>,
  },
  {
    id: "at",
    header: "When",
    align: "end",
    cell: (row) => (
      <span className="text-small text-ink-soft">
        <Moment at={row.at} style="relative" />
      </span>
    ),
  },
];

/** Deposits and movements of capital. */
export function CapitalEntries() {
  const query = useInfiniteQuery(
    rpc.operator.capital.entries.infiniteQueryOptions({}, { refetchInterval: REFRESH_MS }),
  );
  return (
    <Card title="Capital movements" isPadded={false}>
      <PagedList
        query={query}
        failure="The movements could not be loaded"
        empty={
          <EmptyState icon={Landmark} title="No capital yet">
            Send a coin to the hot wallet address: it is booked as capital once confirmed.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            label="Capital movements"
            columns={COLUMNS}
            rows={rows}
            keyOf={(row) => `${row.id}:${row.currency}`}
          />
        )}
      </PagedList>
    </Card>
  );
}
