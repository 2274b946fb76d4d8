"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { counted, countsText } from "@/components/money-out/payout-batches/batch-labels";
import { BatchStatusBadge } from "@/components/money-out/payout-batches/batch-status-badge";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { createdColumn } from "@/components/ui/list-columns";
import { PagedList } from "@/components/ui/query-states";
import { RowLink } from "@/components/ui/row-link";
import type { Column } from "@/components/ui/table-column";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import type { BatchRowView } from "@/lib/money-out/payout-batches/schema";

const REFRESH_MS = 30_000;

const COLUMNS: readonly Column<BatchRowView>[] = [
  {
    id: "file",
    header: "File",
    phone: "title",
    cell: (row) => (
      <span className="flex min-w-0 flex-col">
        <span className="block max-w-[20rem] max-md:line-clamp-2 max-md:wrap-anywhere md:truncate">
          <RowLink href={routes.payoutBatch(row.id)}>{row.fileName}</RowLink>
        </span>
        <span className="text-label text-ink-quiet">{counted(row.counts.rows, "row")}</span>
      </span>
    ),
  },
  { id: "status", header: "Status", phone: "corner", cell: (row) => <BatchStatusBadge status={row.status} /> },
  {
    id: "rows",
    header: "Rows",
    cell: (row) => <span className="text-small text-ink-soft">{countsText(row.counts)}</span>,
  },
  { id: "by", header: "Uploaded by", isForWide: true, cell: (row) => <span>{row.uploadedBy}</span> },
  createdColumn("Uploaded"),
];

/** Payout files, newest first. */
export function BatchList({ mayPayOut }: { mayPayOut: boolean }) {
  const query = useInfiniteQuery(rpc.payoutBatches.list.infiniteQueryOptions({}, { refetchInterval: REFRESH_MS }));
  return (
    <Card isPadded={false}>
      <PagedList
        query={query}
        failure="Batches could not be loaded"
        empty={
          <EmptyState
            icon={FileSpreadsheet}
            title="No batches yet"
            action={mayPayOut && <ButtonLink href={routes.newPayoutBatch()}>Upload batch</ButtonLink>}
          >
            Pay many people at once with a CSV file, one row per payout. You see a summary before anything is sent.
          </EmptyState>
        }
      >
        {(rows) => <DataTable label="Batch payouts" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} />}
      </PagedList>
    </Card>
  );
}
