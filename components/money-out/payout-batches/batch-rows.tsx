"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useEffect, useRef } from "react";
import { PayoutStatusBadge } from "@/components/money-out/reviews/payout-status-badge";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { Money } from "@/components/ui/money";
import { NoMatches } from "@/components/ui/no-matches";
import { PagedList } from "@/components/ui/query-states";
import { RowLink } from "@/components/ui/row-link";
import type { Column } from "@/components/ui/table-column";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import {
  BATCH_ROW_GROUPS,
  type BatchDetailView,
  type BatchItemView,
  type BatchRowGroup,
} from "@/lib/money-out/payout-batches/schema";

/** While rows are being submitted they change every second; otherwise rarely. */
const MOVING_REFRESH_MS = 2_000;
const STILL_REFRESH_MS = 30_000;
/**
 * Every open page is refetched each time, so a thousand rows refresh more slowly than the first
 * hundred.
 */
const PAGES_AT_ONCE = 2;

const GROUPS: readonly { value: BatchRowGroup | "all"; label: string }[] = [
  { value: "all", label: "All rows" },
  { value: "trouble", label: "Refused or failed" },
  { value: "waiting", label: "Pending" },
  { value: "moving", label: "Processing" },
  { value: "paid", label: "Paid" },
];

/** The rows of a file with the status of each, in the file's order. */
export function BatchRows({ batch }: { batch: BatchDetailView }) {
  const [group, setGroup] = useQueryState("rows", parseAsStringLiteral(BATCH_ROW_GROUPS));
  const query = useInfiniteQuery({
    ...rpc.payoutBatches.rows.infiniteQueryOptions(
      { id: batch.id, group },
      {
        refetchInterval: ({ state }) =>
          batch.isMoving && (state.data?.pages.length ?? 0) <= PAGES_AT_ONCE ? MOVING_REFRESH_MS : STILL_REFRESH_MS,
      },
    ),
    placeholderData: keepPreviousData,
  });
  useRefetchOnChange(`${batch.status} ${batch.isMoving}`, query.refetch);
  return (
    <div>
      <div className="mb-3">
        <FilterTabs
          label="Rows"
          value={group ?? "all"}
          choices={GROUPS}
          onChange={(value) => void setGroup(value === "all" ? null : value)}
        />
      </div>
      <Card isPadded={false}>
        <PagedList
          query={query}
          failure="The rows could not be loaded"
          empty={
            <NoMatches title="No matching rows" onClear={() => void setGroup(null)}>
              No rows have this status.
            </NoMatches>
          }
        >
          {(rows) => (
            <DataTable label="Rows" columns={columnsOf(batch, rows)} rows={rows} keyOf={(row) => String(row.number)} />
          )}
        </PagedList>
      </Card>
    </div>
  );
}

/**
 * Refetches the rows whenever the file's state changes, instead of showing old ones until the next
 * refresh.
 */
function useRefetchOnChange(state: string, refetch: () => unknown): void {
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    refetch();
  }, [state, refetch]);
}

function columnsOf(batch: BatchDetailView, rows: readonly BatchItemView[]): readonly Column<BatchItemView>[] {
  const columns: Column<BatchItemView>[] = [
    {
      id: "row",
      header: "Row",
      phone: "title",
      cell: ({ number, payout }) => (
        <span className="tabular-nums">
          {payout ? <RowLink href={routes.payout(payout.id)}>{`Row ${number}`}</RowLink> : `Row ${number}`}
        </span>
      ),
    },
    { id: "state", header: "Status", phone: "corner", cell: (row) => <RowState row={row} batch={batch} /> },
    {
      id: "to",
      header: "To",
      cell: ({ address, networkName }) => (
        <span className="relative flex flex-col">
          <Address value={address} what="address" isShort />
          {networkName && <span className="text-label text-ink-quiet">on {networkName}</span>}
        </span>
      ),
    },
    {
      id: "amount",
      header: "Amount",
      align: "end",
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} align="end" />,
    },
  ];
  return rows.some((row) => reasonOf(row)) ? [...columns, WHY] : columns;
}

const WHY: Column<BatchItemView> = {
  id: "reason",
  header: "Reason",
  cell: (row) => {
    const reason = reasonOf(row);
    return reason ? (
      <span className="text-small text-ink-soft wrap-anywhere">{reason}</span>
    ) : (
      <span data-nothing className="text-ink-quiet" />
    );
  },
};

function reasonOf({ refusal, payout }: BatchItemView): string | null {
  return refusal ?? payout?.failure ?? null;
}

function RowState({ row, batch }: { row: BatchItemView; batch: BatchDetailView }) {
  if (row.payout) return <PayoutStatusBadge status={row.payout.status} />;
  if (row.refusal !== null) return <Badge tone="wrong">Refused</Badge>;
  if (batch.status === "submitted") return <Badge tone="moving">Not processed</Badge>;
  return <Badge>{batch.status === "cancelled" ? "Cancelled" : "Not submitted"}</Badge>;
}
