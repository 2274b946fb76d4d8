"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock, type LucideIcon } from "lucide-react";
import { debounce, parseAsString, useQueryStates } from "nuqs";
import { KIND_LABELS } from "@/components/delivery/webhooks/webhook-labels";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { createdColumn } from "@/components/ui/list-columns";
import { NoMatches } from "@/components/ui/no-matches";
import { PagedList } from "@/components/ui/query-states";
import { SearchField } from "@/components/ui/search-field";
import type { Column } from "@/components/ui/table-column";
import { TextLink } from "@/components/ui/text-link";
import { useCommand } from "@/components/ui/use-command";
import type { LostWebhookView } from "@/lib/fronts/admin/webhooks-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

const SEARCH_PAUSE_MS = 300;

const COLUMNS: readonly Column<LostWebhookView>[] = [
  {
    id: "merchant",
    header: "Merchant",
    phone: "title",
    cell: ({ merchant }) => <TextLink href={routes.operatorMerchant(merchant.id)}>{merchant.name}</TextLink>,
  },
  { id: "state", header: "Status", phone: "corner", cell: (row) => <DeliveryState webhook={row} /> },
  {
    id: "event",
    header: "Event",
    cell: (row) => <WebhookEvent webhook={row} />,
  },
  {
    id: "host",
    header: "Receiver",
    isForWide: true,
    cell: ({ host }) => <span className="break-all text-small">{host}</span>,
  },
  {
    id: "outcome",
    header: "Last attempt",
    cell: (row) => <span className="text-right text-small text-ink-soft md:text-left">{attemptsText(row)}</span>,
  },
  createdColumn("Created"),
  { id: "acts", header: "Actions", align: "end", cell: (row) => <Resend webhook={row} /> },
];

const STATE_BADGES: Readonly<Record<LostWebhookView["state"], { label: string; tone: Tone; icon: LucideIcon }>> = {
  pending: { label: "Pending", tone: "moving", icon: Clock },
  delivered: { label: "Delivered", tone: "good", icon: CircleCheck },
  failed: { label: "Failed", tone: "wrong", icon: CircleX },
};

type WebhookEventProps = { readonly webhook: Pick<LostWebhookView, "objectKind" | "eventStatus"> };

/**
 * The kind as text, and the status exactly as in the webhook, which a shop's programmers search
 * for.
 */
export function WebhookEvent({ webhook: { objectKind, eventStatus } }: WebhookEventProps) {
  return (
    <span>
      {KIND_LABELS[objectKind] ?? objectKind} <span className="font-mono text-small text-ink-soft">{eventStatus}</span>
    </span>
  );
}

function DeliveryState({ webhook: { state } }: { webhook: LostWebhookView }) {
  const { label, tone, icon } = STATE_BADGES[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

function attemptsText({ outcome, attemptCount, resendCount }: LostWebhookView): string {
  if (outcome === null) return "None yet";
  const attempts = attemptCount === 1 ? `1 attempt: ${outcome}` : `${attemptCount} attempts, the last: ${outcome}`;
  return resendCount === 0
    ? attempts
    : `${attempts}; resent by the merchant ${resendCount === 1 ? "once" : `${resendCount} times`}`;
}

function Resend({ webhook: { id, merchant } }: { webhook: LostWebhookView }) {
  const resend = useCommand(() => rpc.operator.webhooks.resend.mutate({ id }), { done: "Webhook queued." });
  return (
    <span className="inline-flex flex-col items-end gap-1">
      <Button
        size="small"
        isBusy={resend.isPending}
        onClick={() => resend.mutate(undefined)}
        aria-label={`Resend to ${merchant.name}`}
      >
        Resend
      </Button>
      {resend.error && <span className="text-label text-wrong">{resend.error.message}</span>}
    </span>
  );
}

/**
 * Webhooks of all merchants that failed after the last attempt, or all webhooks of the searched
 * object; the operator may resend them any number of times.
 */
export function LostWebhooks() {
  const [{ merchant, q }, setFilter] = useQueryStates({ merchant: parseAsString, q: parseAsString.withDefault("") });
  const text = q.trim();
  const filter = { ...(merchant && { merchant }), ...(text !== "" && { q: text }) };
  const query = useInfiniteQuery(
    rpc.operator.webhooks.list.infiniteQueryOptions(filter, {
      placeholderData: keepPreviousData,
    }),
  );
  const searchFor = (typed: string) =>
    void setFilter({ q: typed || null }, { limitUrlUpdates: debounce(SEARCH_PAUSE_MS) });
  return (
    <>
      <div className="mb-4 lg:w-96">
        <SearchField label="Search webhooks" placeholder="Full order ID or UUID" value={q} onChange={searchFor} />
      </div>
      <Card isPadded={false}>
        <PagedList
          query={query}
          failure="The webhooks could not be loaded"
          empty={
            text === "" && merchant === null ? (
              <EmptyState icon={CircleCheck} title="No failed webhooks">
                Undelivered webhooks are retried for two days. To find a delivered one, search for the order ID of its
                payment or payout.
              </EmptyState>
            ) : (
              <NoMatches title="No matching webhooks" onClear={() => void setFilter(null)}>
                Enter a full order ID, or the full ID of a webhook, payment, payout or wallet.
              </NoMatches>
            )
          }
        >
          {(rows) => <DataTable label="Webhooks" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} />}
        </PagedList>
      </Card>
    </>
  );
}
