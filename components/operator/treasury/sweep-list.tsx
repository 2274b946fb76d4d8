"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Fuel, type LucideIcon, Send, Waves } from "lucide-react";
import { WAIT_REASON_TEXTS } from "@/components/operator/sends/send-labels";
import { Address } from "@/components/ui/address";
import { Badge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { createdColumn } from "@/components/ui/list-columns";
import { Money } from "@/components/ui/money";
import { PagedList } from "@/components/ui/query-states";
import { RowLink } from "@/components/ui/row-link";
import type { Column } from "@/components/ui/table-column";
import type { SweepRowView } from "@/lib/fronts/admin/sweeps-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

const REFRESH_MS = 5_000;

const SWEEP_BADGES: Readonly<Record<SweepRowView["status"], { label: string; tone: Tone; icon: LucideIcon }>> = {
  gas: { label: "Receiving gas", tone: "waiting", icon: Fuel },
  process: { label: "Sending", tone: "moving", icon: Send },
  done: { label: "Completed", tone: "good", icon: CircleCheck },
  fail: { label: "Failed", tone: "wrong", icon: CircleX },
};

const COLUMNS: readonly Column<SweepRowView>[] = [
  {
    id: "what",
    header: "Sweep",
    phone: "title",
    cell: (row) => (
      <span className="flex flex-col">
        {row.sendId === null ? (
          <span className="font-medium">{row.currency}</span>
        ) : (
          <RowLink href={routes.operatorSend(row.sendId)}>{row.currency}</RowLink>
        )}
        <span className="text-label text-ink-quiet">{row.networkName}</span>
      </span>
    ),
  },
  {
    id: "state",
    header: "Status",
    phone: "corner",
    cell: (row) => {
      const { label, tone, icon } = SWEEP_BADGES[row.status];
      return (
        <Badge tone={row.waitReason === null ? tone : "waiting"} icon={icon}>
          {row.waitReason === null ? label : WAIT_REASON_TEXTS[row.waitReason].short}
        </Badge>
      );
    },
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (row) => <Money amount={row.amount} currency={row.currency} align="end" mayBreak />,
  },
  {
    id: "address",
    header: "From",
    cell: (row) => (
      <span className="relative">
        <Address value={row.address} what="address" isShort />
      </span>
    ),
  },
  createdColumn("Started"),
];

/** Pending and completed sweeps of deposits to the hot wallets. */
export function SweepList() {
  const query = useInfiniteQuery(rpc.operator.sweeps.list.infiniteQueryOptions({}, { refetchInterval: REFRESH_MS }));
  return (
    <Card title="Sweeps" isPadded={false}>
      <PagedList
        query={query}
        failure="The sweeps could not be loaded"
        empty={
          <EmptyState icon={Waves} title="No sweeps yet">
            Deposits are swept to the hot wallet when the amount justifies the fee, or when a payout needs the coin.
          </EmptyState>
        }
      >
        {(rows) => <DataTable label="Sweeps" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} />}
      </PagedList>
    </Card>
  );
}
