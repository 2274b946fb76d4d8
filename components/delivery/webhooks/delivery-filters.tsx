"use client";

import { DELIVERY_KINDS, type DELIVERY_STATES } from "@/components/delivery/webhooks/delivery-filter";
import type { DeliveryFilterState } from "@/components/delivery/webhooks/use-delivery-filter";
import { KIND_LABELS } from "@/components/delivery/webhooks/webhook-labels";
import { DownloadLink } from "@/components/ui/download-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { NarrowList } from "@/components/ui/narrow-list";
import { useListCounts } from "@/components/ui/use-list-counts";
import { withCounts } from "@/components/ui/with-counts";
import { withSearch } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";

type Status = (typeof DELIVERY_STATES)[number];

const CHOICES: readonly { value: Status | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "pending", label: "In progress" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
];

/** Filters above the deliveries: state, kind, days and search, and an export of all matches. */
export function DeliveryFilters({ filter }: { filter: DeliveryFilterState }) {
  const counts = useListCounts(rpc.webhooks.counts.queryOptions(filter.asked));
  return (
    <>
      <FilterBar
        tabs={{
          label: "Status",
          value: filter.state ?? "all",
          choices: withCounts(CHOICES, counts),
          onChange: (value) => void filter.set({ state: value === "all" ? null : value }),
        }}
        search={{
          label: "Search webhooks",
          placeholder: "Full order ID or UUID",
          value: filter.q,
          onChange: (q, options) => filter.set({ q }, options),
        }}
      />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <NarrowList
          ways={{ kind: DELIVERY_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] ?? kind })) }}
          narrowed={{ kind: filter.kind, from: filter.from || null, to: filter.to || null }}
          onNarrow={(by, value) =>
            void filter.set(
              by === "kind" ? { kind: DELIVERY_KINDS.find((kind) => kind === value) ?? null } : { [by]: value },
            )
          }
        />
        <DownloadLink href={withSearch("/api/webhooks/export", filter.asked)}>Export CSV</DownloadLink>
      </div>
    </>
  );
}
