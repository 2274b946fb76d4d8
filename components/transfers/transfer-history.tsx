"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { DownloadLink } from "@/components/ui/download-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PagedList } from "@/components/ui/query-states";
import { TRANSFERS_FILE, transferQueries } from "@/lib/client/transfers";
import type { TransferRowView } from "@/lib/transfers/dashboard-schema";

const COLUMNS: readonly Column<TransferRowView>[] = [
  {
    id: "direction",
    header: "Direction",
    phone: "title",
    cell: ({ direction }) =>
      direction === "to-personal" ? (
        <Badge icon={ArrowUpRight}>To personal</Badge>
      ) : (
        <Badge icon={ArrowDownLeft}>To business</Badge>
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
    id: "by",
    header: "Ordered by",
    align: "end",
    cell: ({ orderedBy }) => orderedBy ?? <span className="text-ink-soft">Machine API</span>,
  },
  {
    id: "at",
    header: "When",
    align: "end",
    cell: ({ at }) => (
      <span className="text-small text-ink-soft">
        <Moment at={at} />
      </span>
    ),
  },
];

/** Transfers in both directions, newest first. */
export function TransferHistory() {
  const query = useInfiniteQuery(transferQueries.history());
  return (
    <Card
      title="Earlier transfers"
      isPadded={false}
      action={<DownloadLink href={TRANSFERS_FILE}>Export CSV</DownloadLink>}
    >
      <PagedList
        query={query}
        failure="The transfers could not be loaded"
        empty={
          <EmptyState icon={ArrowLeftRight} title="No transfers yet">
            What you move between the two wallets, here or by the machine API, has a line here.
          </EmptyState>
        }
      >
        {(rows) => <DataTable label="Earlier transfers" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />}
      </PagedList>
    </Card>
  );
}
