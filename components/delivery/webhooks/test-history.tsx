"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Clock, History, RotateCcw } from "lucide-react";
import { AnswerBadge } from "@/components/delivery/webhooks/answer-badge";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import { EmptyState } from "@/components/ui/empty-state";
import { createdColumn } from "@/components/ui/list-columns";
import { Notice } from "@/components/ui/notice";
import { PagedList } from "@/components/ui/query-states";
import type { Column } from "@/components/ui/table-column";
import { useCommand } from "@/components/ui/use-command";
import { rpc } from "@/lib/fronts/client/rpc";
import type { TestRowView } from "@/lib/fronts/test-webhooks/console-schema";

const REFRESH_MS = 15_000;

/** Earlier tests: each opens with its bytes and its response, and can be repeated. */
export function TestHistory({ onShow }: { onShow: (id: string) => void }) {
  const query = useInfiniteQuery(rpc.webhookTests.list.infiniteQueryOptions({}, { refetchInterval: REFRESH_MS }));
  const again = useCommand(
    async ({ kind, status, url, currency, network, objectId }: TestRowView) =>
      onShow((await rpc.webhookTests.prepare.mutate({ kind, status, url, currency, network, objectId })).id),
    { done: "Ready. Review the request, then send it." },
  );
  return (
    <Card title="Test history" description="The newest 500 are kept." isPadded={false}>
      {again.error && <Notice tone="wrong">{again.error.message}</Notice>}
      <PagedList query={query} failure="The tests could not be loaded" empty={<NoTests />}>
        {(rows) => (
          <DataTable
            label="Tests"
            columns={columnsOf(onShow, (row) => again.mutate(row))}
            rows={rows}
            keyOf={(row) => row.id}
          />
        )}
      </PagedList>
    </Card>
  );
}

function columnsOf(onShow: (id: string) => void, onAgain: (row: TestRowView) => void): readonly Column<TestRowView>[] {
  return [
    {
      id: "event",
      header: "Event",
      phone: "title",
      cell: (row) => (
        <button
          type="button"
          onClick={() => onShow(row.id)}
          className="row-link text-left font-medium after:absolute after:inset-0"
        >
          {row.kind} <span className="font-mono text-small">{row.status}</span>
        </button>
      ),
    },
    { id: "answer", header: "Response", phone: "corner", cell: (row) => <TestState row={row} /> },
    {
      id: "url",
      header: "To",
      cell: (row) => <span className="block max-w-[16rem] truncate text-small text-ink-soft">{row.url}</span>,
    },
    {
      id: "took",
      header: "Duration",
      align: "end",
      isForWide: true,
      cell: (row) =>
        row.durationMs === null ? <EmptyCell /> : <span className="text-small tabular-nums">{row.durationMs} ms</span>,
    },
    createdColumn("When"),
    {
      id: "again",
      header: "Repeat",
      align: "end",
      cell: (row) => (
        <span className="relative">
          <Button size="small" onClick={() => onAgain(row)}>
            <RotateCcw aria-hidden className="size-3.5" />
            Repeat
          </Button>
        </span>
      ),
    },
  ];
}

function TestState({ row }: { row: TestRowView }) {
  if (row.state === "answered") return <AnswerBadge httpStatus={row.httpStatus} />;
  return (
    <Badge tone={row.state === "queued" ? "moving" : "neutral"} icon={Clock}>
      {row.state === "queued" ? "Sending" : "Not sent"}
    </Badge>
  );
}

function NoTests() {
  return (
    <EmptyState icon={History} title="No tests yet">
      Previewed tests appear here.
    </EmptyState>
  );
}
