"use client";

import { DayField } from "@/components/ui/day-field";
import { DayZone } from "@/components/ui/day-zone";
import { FilterTabs } from "@/components/ui/filter-tabs";
import type { StatementChoice } from "@/lib/fronts/client/files";
import { STATEMENT_GROUPS, type StatementGroup } from "@/lib/ledger/statements/schema";

const GROUP_LABELS: Readonly<Record<StatementGroup, string>> = {
  payments: "Payments",
  payouts: "Payouts",
  refunds: "Refunds",
  transfers: "Transfers",
  conversions: "Conversions",
  other: "Other",
};
const CHOICES = [
  { value: "all", label: "All" },
  ...STATEMENT_GROUPS.map((value) => ({ value, label: GROUP_LABELS[value] })),
] as const;

export type StatementFiltersProps = {
  readonly choice: StatementChoice;
  readonly onChange: (changes: Partial<Pick<StatementChoice, "group" | "from" | "to">>) => void;
};

/** Filters for kinds of entries and days. */
export function StatementFilters({ choice, onChange }: StatementFiltersProps) {
  return (
    <>
      <div className="mb-2 flex flex-col gap-3 lg:flex-row lg:items-end lg:justify-between">
        <FilterTabs
          label="Kind"
          value={choice.group ?? "all"}
          choices={CHOICES}
          onChange={(value) => onChange({ group: value === "all" ? null : value })}
        />
        <div className="grid grid-cols-2 gap-3 lg:w-80">
          <DayField label="From" value={choice.from} onChange={(from) => onChange({ from })} />
          <DayField label="To" value={choice.to} onChange={(to) => onChange({ to })} />
        </div>
      </div>
      <DayZone className="mb-4" />
    </>
  );
}
