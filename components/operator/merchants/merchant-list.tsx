"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { BlockBadges } from "@/components/operator/merchants/block-badges";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import { EmptyState } from "@/components/ui/empty-state";
import { createdColumn } from "@/components/ui/list-columns";
import { Money } from "@/components/ui/money";
import { RowLink } from "@/components/ui/row-link";
import { SearchedList } from "@/components/ui/searched-list";
import type { Column } from "@/components/ui/table-column";
import { useListFilter } from "@/components/ui/use-list-filter";
import { MERCHANT_GROUPS, type MerchantRowView } from "@/lib/fronts/admin/merchants-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

const GROUPS = [
  { value: "open", label: "Not blocked" },
  { value: "blocked", label: "Blocked" },
] as const;

const COLUMNS: readonly Column<MerchantRowView>[] = [
  {
    id: "name",
    header: "Merchant",
    phone: "title",
    cell: (row) => (
      <span className="flex min-w-0 flex-col">
        <span className="break-words">
          <RowLink href={routes.operatorMerchant(row.id)}>{row.name}</RowLink>
        </span>
        <span className="break-all text-label text-ink-quiet">{row.owners.join(", ") || "no owner"}</span>
      </span>
    ),
  },
  { id: "blocks", header: "Status", phone: "corner", cell: (row) => <BlockBadges {...row} /> },
  {
    id: "volume",
    header: "30 days",
    align: "end",
    cell: (row) => <Money amount={row.volumeUsd} currency="USD" align="end" />,
  },
  {
    id: "cases",
    header: "Open cases",
    align: "end",
    cell: (row) => (row.openCases === 0 ? <EmptyCell /> : <span className="tabular-nums">{row.openCases}</span>),
  },
  createdColumn("Since"),
];

/** Every merchant of the installation. */
export function MerchantList() {
  const filter = useListFilter(MERCHANT_GROUPS);
  const query = useInfiniteQuery(
    rpc.operator.merchants.list.infiniteQueryOptions(filter.asked, { placeholderData: keepPreviousData }),
  );
  return (
    <SearchedList
      many="merchants"
      filter={filter}
      groups={GROUPS}
      searchable="Name, owner's e-mail or ID"
      searchHint="Enter part of a name or an owner's e-mail address, or a full ID."
      query={query}
      empty={
        <EmptyState icon={Store} title="No merchants yet">
          Invite someone to open one. They get a single-use link.
        </EmptyState>
      }
    >
      {(rows) => <DataTable label="Merchants" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} />}
    </SearchedList>
  );
}
