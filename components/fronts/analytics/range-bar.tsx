"use client";

import { RANGE_LABELS, rangeLabel, STEP_LABELS } from "@/components/fronts/analytics/metric-labels";
import type { Figures } from "@/components/fronts/analytics/use-figures";
import { Button } from "@/components/ui/button";
import { DayField } from "@/components/ui/day-field";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { SelectField } from "@/components/ui/select-field";
import { EARLIEST_DAY, RANGES, type RangeName, STEPS, type VolumeView } from "@/lib/fronts/analytics/schema";

const SHORT_RANGES = ["today", "7d", "30d", "90d"] as const;

/** The four most common ranges. */
export function ShortRangeTabs({ figures }: { figures: Figures }) {
  const { range } = figures.filter;
  return (
    <FilterTabs<RangeName>
      label="Range"
      value={range}
      choices={SHORT_RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }))}
      onChange={(value) => figures.set({ range: value })}
    />
  );
}

export type RangeBarProps = {
  readonly figures: Figures;
  /** Provides the available options: coins and networks with data. */
  readonly volume: VolumeView | undefined;
};

/** Selects days, steps, coin and network. */
export function RangeBar({ figures, volume }: RangeBarProps) {
  const { filter, set } = figures;
  const isNarrowed = filter.currency !== null || filter.network !== null;
  return (
    <div className="mb-5 flex flex-col gap-3">
      <FilterTabs<RangeName>
        label="Range"
        value={filter.range}
        choices={RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }))}
        onChange={(range) => set({ range, step: null })}
      />
      <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-end">
        {filter.range === "custom" && (
          <>
            <DayField label="First day" min={EARLIEST_DAY} value={filter.from} onChange={(from) => set({ from })} />
            <DayField label="Last day" min={EARLIEST_DAY} value={filter.to} onChange={(to) => set({ to })} />
          </>
        )}
        <SelectField
          label="Interval"
          value={filter.step ?? volume?.range.step ?? "day"}
          choices={STEPS.map((value) => ({ value, label: STEP_LABELS[value] }))}
          onChange={(step) => set({ step })}
        />
        <SelectField
          label="Coin"
          value={filter.currency ?? "all"}
          choices={[{ value: "all", label: "All coins" }, ...namesOf(volume, filter.currency, "currency")]}
          onChange={(currency) => set({ currency: currency === "all" ? null : currency })}
        />
        <SelectField
          label="Network"
          value={filter.network ?? "all"}
          choices={[{ value: "all", label: "All networks" }, ...namesOf(volume, filter.network, "network")]}
          onChange={(network) => set({ network: network === "all" ? null : network })}
        />
        {isNarrowed && (
          <Button variant="quiet" onClick={() => set({ currency: null, network: null })}>
            All coins and networks
          </Button>
        )}
        {volume && (
          <p className="col-span-2 text-small text-ink-soft sm:ml-auto sm:pb-2 sm:text-right">
            {rangeLabel(volume.range)}, {volume.range.zone.replaceAll("_", " ")}
          </p>
        )}
      </div>
    </div>
  );
}

/** The names in the range, and the selected one, which may have no data. */
function namesOf(volume: VolumeView | undefined, chosen: string | null, by: "currency" | "network") {
  const names = new Map<string, string>();
  if (chosen !== null) names.set(chosen, chosen);
  for (const pair of volume?.pairs ?? []) {
    const value = pair[by];
    if (value !== null) names.set(value, by === "currency" ? value : pair.networkName);
  }
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
}
