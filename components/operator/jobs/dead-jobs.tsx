"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { jobLabel } from "@/components/operator/jobs/job-labels";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { NoMatches } from "@/components/ui/no-matches";
import { PagedList } from "@/components/ui/query-states";
import { Select } from "@/components/ui/select";
import { useCommand } from "@/components/ui/use-command";
import type { DeadJobView } from "@/lib/fronts/admin/jobs-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 5_000;

/**
 * Jobs whose retries are exhausted, each with its last error. They are retried and never removed:
 * money may depend on them.
 */
export function DeadJobs() {
  const [kind, setKind] = useQueryState("kind", parseAsString);
  const query = useInfiniteQuery(
    rpc.operator.jobs.dead.infiniteQueryOptions(kind ? { kind } : {}, {
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <Card
      title="Dead jobs"
      description="Jobs that failed after their last attempt. They stay here until they are retried."
      action={<KindChoice kind={kind} onChoose={(chosen) => void setKind(chosen)} />}
      isPadded={false}
    >
      <PagedList
        query={query}
        failure="The dead jobs could not be loaded"
        empty={
          kind === null ? (
            <EmptyState icon={CircleCheck} title="No dead jobs">
              Failed jobs are retried for days before they appear here.
            </EmptyState>
          ) : (
            <NoMatches title="No dead jobs of this kind" onClear={() => void setKind(null)}>
              Clear the filter to see other kinds.
            </NoMatches>
          )
        }
      >
        {(rows) => (
          <ul aria-label="Dead jobs" className="divide-y divide-line">
            {rows.map((job) => (
              <DeadJobItem key={job.id} job={job} />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

function KindChoice({ kind, onChoose }: { kind: string | null; onChoose: (kind: string | null) => void }) {
  const { data = [] } = useQuery(rpc.operator.jobs.kinds.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  const dead = data.filter((row) => row.dead > 0 || row.kind === kind);
  if (dead.length < 2 && kind === null) return null;
  return (
    <Select aria-label="Kind of job" value={kind ?? ""} onChange={(event) => onChoose(event.target.value || null)}>
      <option value="">All kinds</option>
      {dead.map((row) => (
        <option key={row.kind} value={row.kind}>
          {jobLabel(row.kind) ?? row.kind}
        </option>
      ))}
    </Select>
  );
}

function DeadJobItem({ job: { id, kind, attempts, error, failedAt } }: { job: DeadJobView }) {
  const retry = useCommand(() => rpc.operator.jobs.retry.mutate({ id }), { done: "Job queued for retry." });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">
          {jobLabel(kind) ?? kind}{" "}
          <span className="text-small font-normal text-ink-quiet">
            {jobLabel(kind) !== null && `${kind}, `}job {id}
          </span>
        </p>
        <p className="break-words text-small text-wrong">{retry.error ? retry.error.message : error}</p>
        <p className="text-label text-ink-quiet">
          {attempts} attempts, the last <Moment at={failedAt} style="relative" />
        </p>
      </div>
      <Button
        size="small"
        isBusy={retry.isPending}
        onClick={() => retry.mutate(undefined)}
        aria-label={`Retry job ${id}, ${kind}`}
      >
        Retry
      </Button>
    </li>
  );
}
