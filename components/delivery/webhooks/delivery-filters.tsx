"use client";

import { useId } from "react";
import { DELIVERY_KINDS, type DELIVERY_STATES } from "@/components/delivery/webhooks/delivery-filter";
import type { DeliveryFilterState } from "@/components/delivery/webhooks/use-delivery-filter";
import { KIND_LABELS } from "@/components/delivery/webhooks/webhook-labels";
import { type DayFieldProps, DayInput } from "@/components/ui/day-field";
import { DayZone } from "@/components/ui/day-zone";
import { DownloadLink } from "@/components/ui/download-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { Select } from "@/components/ui/select";
import { withSearch } from "@/lib/fronts/client/fetch-json";

type Status = (typeof DELIVERY_STATES)[number];

const CHOICES: readonly { value: Status | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "pending", label: "In progress" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
];

/** Filters above the deliveries: state, kind, days and search, and an export of all matches. */
export function DeliveryFilters({ filter }: { filter: DeliveryFilterState }) {
  return (
    <>
      <FilterBar
        tabs={{
          label: "Status",
          value: filter.state ?? "all",
          choices: CHOICES,
          onChange: (value) => void filter.set({ state: value === "all" ? null : value }),
        }}
        search={{
          label: "Search webhooks",
          placeholder: "Full order ID or UUID",
          value: filter.q,
          onChange: (q, options) => filter.set({ q }, options),
        }}
      />
      <div className="mb-2 grid grid-cols-2 gap-3 sm:flex sm:items-end">
        <Select
          aria-label="Kind"
          className="col-span-2 sm:w-44"
          value={filter.kind ?? ""}
          onChange={({ target }) =>
            void filter.set({ kind: DELIVERY_KINDS.find((kind) => kind === target.value) ?? null })
          }
        >
          <option value="">Every kind</option>
          {DELIVERY_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_LABELS[kind]}
            </option>
          ))}
        </Select>
        <Day label="From" value={filter.from} onChange={(from) => void filter.set({ from })} />
        <Day label="To" value={filter.to} onChange={(to) => void filter.set({ to })} />
        <DownloadLink href={withSearch("/api/webhooks/export", filter.asked)}>Export CSV</DownloadLink>
      </div>
      <DayZone className="mb-4" />
    </>
  );
}

function Day({ label, ...day }: Pick<DayFieldProps, "label" | "value" | "onChange">) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1 sm:flex-row sm:items-center sm:gap-2">
      <label htmlFor={id} className="text-small text-ink-soft">
        {label}
      </label>
      <DayInput id={id} className="sm:w-40" {...day} />
    </div>
  );
}
