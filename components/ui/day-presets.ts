/** Ranges of days that lists offer beside the fields for them. Pure. */

export const PRESETS = [
  { value: "today", label: "Today" },
  { value: "yesterday", label: "Yesterday" },
  { value: "last-7", label: "Last 7 days" },
  { value: "last-30", label: "Last 30 days" },
  { value: "this-month", label: "This month" },
  { value: "last-month", label: "Last month" },
] as const;
export type Preset = (typeof PRESETS)[number]["value"];

/** Days of the viewer's own calendar, both included: `2026-01-31`. */
export type DayRange = { readonly from: string; readonly to: string };

/** Returns the days of a preset; `now` in the viewer's own time zone. "Last" includes today. */
export function daysOf(preset: Preset, now: Date): DayRange {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const range = (from: Date, to: Date) => ({ from: dayText(from), to: dayText(to) });
  const back = (days: number) => new Date(year, month, date - days);
  const ranges: Readonly<Record<Preset, () => DayRange>> = {
    today: () => range(now, now),
    yesterday: () => range(back(1), back(1)),
    "last-7": () => range(back(6), now),
    "last-30": () => range(back(29), now),
    "this-month": () => range(new Date(year, month, 1), now),
    "last-month": () => range(new Date(year, month - 1, 1), new Date(year, month, 0)),
  };
  return ranges[preset]();
}

/** Returns the preset whose days are chosen; null: others, or none. */
export function presetOf(chosen: { readonly from: string | null; readonly to: string | null }, now: Date) {
  const isChosen = ({ value }: { readonly value: Preset }) => {
    const { from, to } = daysOf(value, now);
    return from === chosen.from && to === chosen.to;
  };
  return PRESETS.find(isChosen)?.value ?? null;
}

function dayText(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
