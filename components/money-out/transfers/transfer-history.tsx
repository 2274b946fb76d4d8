"use client";

import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight } from "lucide-react";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { SearchedList } from "@/components/ui/searched-list";
import type { Column } from "@/components/ui/table-column";
import { useListCounts } from "@/components/ui/use-list-counts";
import { useListFilter } from "@/components/ui/use-list-filter";
import { useLiveList } from "@/components/ui/use-live-list";
import { withSearch } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import type { ListChoices } from "@/lib/fronts/dashboard/list-filter";
import { TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import {
  TRANSFER_DIRECTIONS,
  type TransferDirection,
  type TransferRowView,
} from "@/lib/money-out/transfers/dashboard-schema";

const COLUMNS: readonly Column<TransferRowView>[] = [
  {
    id: "direction",
    header: "Direction",
    phone: "title",
    cell: ({ direction }) =>
      direction === "to-personal" ? (
        <Badge icon={ArrowUpRight}>To personal wallet</Badge>
      ) : (
        <Badge icon={ArrowDownLeft}>To business wallet</Badge>
      ),
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    phone: "corner",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} align="end" />,
  },
  {
    id: "transaction",
    header: "Transaction",
    isForWide: true,
    cell: (row) => <Address value={row.merchantTransactionId} what="transaction" isShort />,
  },
  {
    id: "by",
    header: "Created by",
    align: "end",
    cell: ({ requestedBy }) => requestedBy ?? <span className="text-ink-soft">Machine API</span>,
  },
  {
    id: "created",
    header: "When",
    sortBy: { kind: "moment", read: (row) => row.at },
    align: "end",
    cell: ({ at }) => (
      <span className="text-small text-ink-soft">
        <Moment at={at} />
      </span>
    ),
  },
];

const DIRECTIONS: readonly { value: TransferDirection; label: string }[] = [
  { value: "to-personal", label: "To personal wallet" },
  { value: "to-business", label: "To business wallet" },
];

/** Transfers in both directions. */
export function TransferHistory({ coins }: Pick<ListChoices, "coins">) {
  const filter = useListFilter(TRANSFER_DIRECTIONS, { sorts: TIME_SORTS, statusName: "direction" });
  const { status: direction, network: _, currency: __, kind: ___, ...rest } = filter.asked;
  const asked = { ...(direction && { direction }), ...rest };
  const { query, news } = useLiveList({
    queryKey: rpc.transfers.list.infiniteQueryKey(asked),
    readPage: (place, signal) => rpc.transfers.list.query({ ...asked, ...place }, { signal }),
  });
  const { sort: _sort, ...counted } = asked;
  const counts = useListCounts(rpc.transfers.counts.queryOptions(counted));
  return (
    <section aria-labelledby="earlier-transfers">
      <h2 id="earlier-transfers" className="mb-3 text-title font-semibold tracking-tight">
        Transfer history
      </h2>
      <SearchedList
        many="transfers"
        filter={filter}
        groups={DIRECTIONS}
        groupsLabel="Direction"
        searchable="Transaction ID of either wallet"
        searchHint="Enter the start of a transaction ID, as returned by the machine API."
        ways={{ coin: coins }}
        exportHref={withSearch("/api/transfers/export", asked)}
        news={news}
        counts={counts}
        query={query}
        empty={
          <EmptyState icon={ArrowLeftRight} title="No transfers yet">
            Transfers between the two wallets, made here or through the machine API, are listed here.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            label="Transfer history"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            sorting={filter.sorting}
          />
        )}
      </SearchedList>
    </section>
  );
}
