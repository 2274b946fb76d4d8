"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { createdColumn } from "@/components/ui/list-columns";
import { NothingFits } from "@/components/ui/nothing-fits";
import { PagedList } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import { useCommand } from "@/components/ui/use-command";
import { lostWebhookQueries, resendLostWebhook } from "@/lib/client/operator-jobs";
import { routes } from "@/lib/client/routes";
import type { LostWebhookView } from "@/lib/operations/webhooks-schema";

const COLUMNS: readonly Column<LostWebhookView>[] = [
  {
    id: "merchant",
    header: "Merchant",
    phone: "title",
    cell: ({ merchant }) => <TextLink href={routes.operatorMerchant(merchant.id)}>{merchant.name}</TextLink>,
  },
  {
    id: "event",
    header: "Event",
    cell: ({ objectKind, eventStatus }) => (
      <span>
        {objectKind} <span className="text-ink-soft">{eventStatus}</span>
      </span>
    ),
  },
  { id: "host", header: "Receiver", cell: ({ host }) => <span className="break-all text-small">{host}</span> },
  {
    id: "outcome",
    header: "Last attempt",
    cell: ({ outcome, attemptCount }) => (
      <span className="text-right text-small text-ink-soft md:text-left">
        {attemptCount} attempts, the last: {outcome}
      </span>
    ),
  },
  createdColumn("Written"),
  { id: "acts", header: "Resend", align: "end", cell: (row) => <Resend webhook={row} /> },
];

function Resend({ webhook: { id, merchant } }: { webhook: LostWebhookView }) {
  const resend = useCommand(() => resendLostWebhook(id), { done: "It is sent again." });
  return (
    <span className="inline-flex flex-col items-end gap-1">
      <Button
        size="small"
        isBusy={resend.isPending}
        onClick={() => resend.mutate(undefined)}
        aria-label={`Send again to ${merchant.name}`}
      >
        Send again
      </Button>
      {resend.error && <span className="text-label text-wrong">{resend.error.message}</span>}
    </span>
  );
}

/** Webhooks of all merchants that were given up after the last attempt; the operator may send them any number of times. */
export function LostWebhooks() {
  const [merchant, setMerchant] = useQueryState("merchant", parseAsString);
  const query = useInfiniteQuery({
    ...lostWebhookQueries.list(merchant ? { merchant } : {}),
    placeholderData: keepPreviousData,
  });
  return (
    <Card isPadded={false}>
      <PagedList
        query={query}
        failure="The webhooks could not be loaded"
        empty={
          merchant === null ? (
            <EmptyState icon={CircleCheck} title="No webhook was given up">
              One that a shop's server does not take is tried again for about two days.
            </EmptyState>
          ) : (
            <NothingFits title="None of this merchant" onClear={() => void setMerchant(null)}>
              Others may have some.
            </NothingFits>
          )
        }
      >
        {(rows) => <DataTable label="Webhooks" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} />}
      </PagedList>
    </Card>
  );
}
