"use client";

import { KIND_TEXTS } from "@/components/exceptions/cases/case-labels";
import { DownloadLink } from "@/components/ui/download-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { NarrowList } from "@/components/ui/narrow-list";
import { Select } from "@/components/ui/select";
import type { ListFilter } from "@/components/ui/use-list-filter";
import { withCounts } from "@/components/ui/with-counts";
import type { CaseGroup } from "@/lib/exceptions/refund-requests/schema";
import type { ListChoices } from "@/lib/fronts/dashboard/list-filter";
import type { ListCounts } from "@/lib/kernel/paging/tab-counts-schema";

const CHOICES: readonly { value: CaseGroup; label: string }[] = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Decided" },
  { value: "all", label: "All" },
];

/** Deposits without an owner belong to the operator. */
const KINDS = [
  ...Object.entries(KIND_TEXTS)
    .filter(([kind]) => kind !== "unmatched")
    .map(([value, { title }]) => ({ value, label: title })),
  { value: "refund_request", label: "Refund request" },
];

export type CaseFilterBarProps = {
  readonly filter: ListFilter<CaseGroup>;
  readonly counts: ListCounts | undefined;
  readonly choices: ListChoices;
  readonly exportHref: string;
  readonly onEnter: () => void;
};

/** Filters above the cases: status, order and search. Open ones are the default. */
export function CaseFilterBar({ filter, counts, choices, exportHref, onEnter }: CaseFilterBarProps) {
  const { sorted, onSort } = filter.sorting;
  return (
    <>
      <FilterBar
        tabs={{
          label: "Status",
          value: filter.status ?? "open",
          choices: withCounts(CHOICES, counts),
          onChange: (value) => filter.choose(value === "open" ? null : value),
        }}
        search={{
          label: "Search cases",
          placeholder: "Order, ID, transaction, address",
          value: filter.search,
          onChange: filter.searchFor,
          onEnter,
        }}
      />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <NarrowList
          ways={{ kind: KINDS, coin: choices.coins, network: choices.networks }}
          narrowed={filter.narrowed}
          onNarrow={filter.narrow}
        />
        <Select
          aria-label="Order"
          value={sorted.desc ? "newest" : "oldest"}
          onChange={({ target }) => onSort({ id: sorted.id, desc: target.value === "newest" })}
        >
          <option value="newest">Newest first</option>
          <option value="oldest">Oldest first</option>
        </Select>
        <DownloadLink href={exportHref}>Export CSV</DownloadLink>
      </div>
    </>
  );
}
