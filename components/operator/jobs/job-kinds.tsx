"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { jobLabel } from "@/components/operator/jobs/job-labels";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { DialogButton } from "@/components/ui/dialog-button";
import { EmptyCell } from "@/components/ui/empty-cell";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Loaded } from "@/components/ui/query-states";
import type { Column } from "@/components/ui/table-column";
import type { JobKindView } from "@/lib/fronts/admin/jobs-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 5_000;

type Figure = "waiting" | "running" | "later" | "retrying";

function figure(id: Figure, header: string): Column<JobKindView> {
  return {
    id,
    header,
    sortBy: { kind: "number", read: (row) => row[id] },
    align: "end",
    cell: (row) => (row[id] === 0 ? <EmptyCell /> : <span className="tabular-nums">{row[id]}</span>),
  };
}

const COLUMNS: readonly Column<JobKindView>[] = [
  {
    id: "kind",
    header: "Job",
    sortBy: { kind: "text", read: (row) => jobLabel(row.kind) ?? row.kind },
    phone: "title",
    cell: ({ kind }) => (
      <span className="flex min-w-0 flex-col">
        <span className="break-words font-medium">{jobLabel(kind) ?? kind}</span>
        {jobLabel(kind) !== null && <span className="text-label text-ink-quiet">{kind}</span>}
      </span>
    ),
  },
  {
    id: "dead",
    header: "Dead",
    sortBy: { kind: "number", read: (row) => row.dead },
    phone: "corner",
    cell: ({ dead }) => (dead === 0 ? <EmptyCell /> : <Badge tone="wrong">{dead} dead</Badge>),
  },
  figure("waiting", "Waiting"),
  {
    id: "oldest",
    header: "Oldest due",
    sortBy: { kind: "moment", read: (row) => row.oldestDueAt },
    align: "end",
    cell: ({ oldestDueAt }) => (oldestDueAt === null ? <EmptyCell /> : <Moment at={oldestDueAt} style="relative" />),
  },
  figure("running", "Running"),
  figure("later", "Later"),
  figure("retrying", "Failed before"),
  {
    id: "acts",
    header: "Actions",
    align: "end",
    cell: (row) => (row.dead === 0 ? <EmptyCell /> : <RetryKind row={row} />),
  },
];

function RetryKind({ row: { kind, dead } }: { row: JobKindView }) {
  return (
    <DialogButton label="Retry all…" aria-label={`Retry all of ${kind}`}>
      {(close) => (
        <ConfirmDialog
          title={dead === 1 ? "Retry the dead job?" : `Retry ${dead} dead jobs?`}
          description={`Kind: ${kind}. Jobs are idempotent: nothing is paid or sent twice. Fix the cause first, or they fail again.`}
          act="Retry all"
          send={() => rpc.operator.jobs.retryKind.mutate({ kind })}
          done="Jobs queued for retry."
          onClose={close}
        />
      )}
    </DialogButton>
  );
}

/** The queue by kind of job, live. */
export function JobKinds() {
  const query = useQuery(rpc.operator.jobs.kinds.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  return (
    <Card title="Queue" isPadded={false}>
      <Loaded query={query} failure="The queue could not be loaded">
        {(kinds) =>
          kinds.length === 0 ? (
            <EmptyState icon={CircleCheck} title="The queue is empty">
              All jobs are done.
            </EmptyState>
          ) : (
            <DataTable label="Queue" columns={COLUMNS} rows={kinds} keyOf={(row) => row.kind} />
          )
        }
      </Loaded>
    </Card>
  );
}
