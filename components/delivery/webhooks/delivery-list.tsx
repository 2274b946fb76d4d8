"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock, Webhook } from "lucide-react";
import { useQueryState } from "nuqs";
import { DeliveryDialog } from "@/components/delivery/webhooks/delivery-dialog";
import { KIND_LABELS } from "@/components/delivery/webhooks/webhook-labels";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import { EmptyState } from "@/components/ui/empty-state";
import { createdColumn } from "@/components/ui/list-columns";
import { Moment } from "@/components/ui/moment";
import { NoMatches } from "@/components/ui/no-matches";
import { PagedList } from "@/components/ui/query-states";
import type { Column } from "@/components/ui/table-column";
import { TextLink } from "@/components/ui/text-link";
import type { DeliveryFilter, DeliveryView } from "@/lib/delivery/webhooks/schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

const REFRESH_MS = 5_000;

export type DeliveryListProps = {
  readonly filter: DeliveryFilter;
  readonly mayResend: boolean;
  /** Embedded in another page: rows show less. */
  readonly isEmbedded?: boolean;
  /** Only if a filter is active. */
  readonly onClearFilter?: () => void;
};

/** Pending and finished webhooks, newest first; each opens with its attempts. */
export function DeliveryList({ filter, mayResend, isEmbedded = false, onClearFilter }: DeliveryListProps) {
  const query = useInfiniteQuery(
    rpc.webhooks.list.infiniteQueryOptions(filter, { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS }),
  );
  const deletedBefore = query.data?.pages.at(-1)?.deletedBefore;
  const [openId, setOpenId] = useQueryState("webhook");
  const columns = deliveryColumns((id) => void setOpenId(id)).filter(
    ({ id }) => !isEmbedded || (id !== "url" && id !== "order"),
  );
  return (
    <>
      <PagedList
        query={query}
        failure="The webhooks could not be loaded"
        empty={onClearFilter ? <NoneFits onClear={onClearFilter} /> : <NoDeliveries isEmbedded={isEmbedded} />}
      >
        {(rows) => <DataTable label="Webhooks" columns={columns} rows={rows} keyOf={(row) => row.id} />}
      </PagedList>
      {deletedBefore && (
        <p className="mt-3 text-label text-ink-quiet">
          Webhooks of finished payments, payouts and plans from before <Moment at={deletedBefore} /> were deleted.
        </p>
      )}
      {openId && <DeliveryDialog id={openId} mayResend={mayResend} onClose={() => void setOpenId(null)} />}
    </>
  );
}

function deliveryColumns(onOpen: (id: string) => void): readonly Column<DeliveryView>[] {
  return [
    {
      id: "event",
      header: "Event",
      phone: "title",
      cell: (row) => (
        <button
          type="button"
          onClick={() => onOpen(row.id)}
          className="row-link text-left font-medium after:absolute after:inset-0 md:whitespace-nowrap"
        >
          {KIND_LABELS[row.objectKind] ?? row.objectKind}{" "}
          <span className="font-mono text-small">{row.eventStatus}</span>
        </button>
      ),
    },
    {
      id: "order",
      header: "Order",
      cell: (row) => (
        <span className="block max-w-[10rem] truncate text-small 2xl:max-w-[16rem]">
          {row.orderId ?? <EmptyCell />}
        </span>
      ),
    },
    { id: "state", header: "Status", phone: "corner", cell: (row) => <DeliveryBadge delivery={row} /> },
    {
      id: "url",
      header: "To",
      isForWide: true,
      cell: (row) => (
        <span className="block max-w-[10rem] truncate 2xl:max-w-[20rem] text-small text-ink-soft">{row.url}</span>
      ),
    },
    {
      id: "answer",
      header: "Last response",
      cell: (row) => (
        <span className="block max-w-[10rem] text-small text-ink-soft 2xl:max-w-[20rem]">
          <span className="block truncate">{row.lastHttpStatus ?? row.lastError ?? "none yet"}</span>
          {row.attemptCount > 1 && <span className="block text-label">{row.attemptCount} attempts</span>}
        </span>
      ),
    },
    createdColumn("When"),
  ];
}

function DeliveryBadge({ delivery }: { delivery: DeliveryView }) {
  if (delivery.state === "delivered") {
    return (
      <Badge tone="good" icon={CircleCheck}>
        Delivered
      </Badge>
    );
  }
  if (delivery.state === "failed") {
    return (
      <Badge tone="wrong" icon={CircleX}>
        Failed
      </Badge>
    );
  }
  return (
    <Badge tone={delivery.attemptCount > 0 ? "waiting" : "moving"} icon={Clock}>
      {delivery.attemptCount > 0 ? "Retrying" : "Pending"}
    </Badge>
  );
}

function NoneFits({ onClear }: { onClear: () => void }) {
  return (
    <NoMatches title="No matching webhooks" onClear={onClear}>
      Enter order IDs and UUIDs in full.
    </NoMatches>
  );
}

/** One object's URL was set when it was created, or never will be. */
function NoDeliveries({ isEmbedded }: { isEmbedded: boolean }) {
  return (
    <EmptyState icon={Webhook} title="No webhooks">
      {isEmbedded ? (
        "With a webhook URL, an event is sent on each status change."
      ) : (
        <>
          Add a webhook URL to an invoice, wallet or payout, or a default one under{" "}
          <TextLink href={routes.developers()}>Developers</TextLink>, to receive an event on each status change.
        </>
      )}
    </EmptyState>
  );
}
