"use client";

import { SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { DayField } from "@/components/ui/day-field";
import { daysOf, PRESETS, type Preset, presetOf } from "@/components/ui/day-presets";
import { DayZone } from "@/components/ui/day-zone";
import { Field } from "@/components/ui/field";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { Select } from "@/components/ui/select";
import type { Narrowing } from "@/components/ui/use-list-filter";
import { useTimeZone } from "@/components/ui/use-time-zone";

const CHOSEN = ["kind", "coin", "network", "currency"] as const;

type Choices = readonly { readonly value: string; readonly label: string }[];

export type NarrowListProps = {
  /** The list's further filters, with their options. */
  readonly ways: Readonly<Partial<Record<(typeof CHOSEN)[number], Choices>>>;
  readonly narrowed: Readonly<Partial<Record<Narrowing, string | null>>>;
  readonly onNarrow: (by: Narrowing, value: string | null) => void;
};

const LABELS = { kind: "Kind", coin: "Coin", network: "Network", currency: "Currency" } as const;
const DAYS = [
  ["from", "From"],
  ["to", "To"],
] as const;

/** Further filters of a list: collapsed by default, visible while one is set. */
export function NarrowList({ ways, narrowed, onNarrow }: NarrowListProps) {
  const count = Object.values(narrowed).filter((value) => value !== null).length;
  const [isOpen, setIsOpen] = useState(count > 0);
  const panelId = useId();
  // Today is known once the browser has named its zone: the server's day may be another.
  const isToday = useTimeZone(null) !== null;
  const preset = isToday ? presetOf({ from: narrowed.from ?? null, to: narrowed.to ?? null }, new Date()) : null;
  const choosePreset = (chosen: Preset) => {
    const { from, to } = daysOf(chosen, new Date());
    onNarrow("from", from);
    onNarrow("to", to);
  };
  return (
    <>
      <Button aria-expanded={isOpen} aria-controls={panelId} onClick={() => setIsOpen(!isOpen)}>
        <SlidersHorizontal aria-hidden className="size-4" />
        {count === 0 ? "Filters" : `Filters (${count})`}
      </Button>
      {isOpen && (
        <div id={panelId} className="order-last grid w-full grid-cols-2 gap-3 md:flex md:flex-wrap">
          {CHOSEN.map((by) => {
            const choices = ways[by];
            return (
              choices && (
                <OneOf
                  key={by}
                  label={LABELS[by]}
                  value={narrowed[by] ?? null}
                  choices={choices}
                  onChange={(value) => onNarrow(by, value)}
                />
              )
            );
          })}
          {DAYS.map(([by, label]) => (
            <DayField
              key={by}
              label={label}
              value={narrowed[by] ?? null}
              onChange={(day) => onNarrow(by, day)}
              className="md:w-40"
            />
          ))}
          <div className="col-span-2 w-full">
            <FilterTabs<Preset | "none">
              label="Period"
              value={preset ?? "none"}
              choices={PRESETS}
              onChange={(chosen) => chosen !== "none" && choosePreset(chosen)}
            />
          </div>
          <DayZone className="col-span-2 w-full" />
        </div>
      )}
    </>
  );
}

type OneOfProps = {
  readonly label: string;
  readonly value: string | null;
  readonly choices: Choices;
  readonly onChange: (value: string | null) => void;
};

function OneOf({ label, value, choices, onChange }: OneOfProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value || null)}
          className="md:w-40"
        >
          <option value="">Any</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
