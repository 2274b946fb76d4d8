import { expect, test } from "vitest";
import { daysOf, presetOf } from "@/components/ui/day-presets";

/** In the zone of the machine, as a browser's clock is in the viewer's. */
const at = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour);

test.each([
  ["today", at(2026, 11, 29), "2026-11-29", "2026-11-29"],
  ["today", at(2026, 11, 29, 0), "2026-11-29", "2026-11-29"],
  ["yesterday", at(2026, 3, 1, 23), "2026-02-28", "2026-02-28"],
  ["last-7", at(2026, 1, 3), "2025-12-28", "2026-01-03"],
  ["last-30", at(2026, 3, 30), "2026-03-01", "2026-03-30"],
  ["this-month", at(2026, 11, 29), "2026-11-01", "2026-11-29"],
  ["last-month", at(2026, 1, 31), "2025-12-01", "2025-12-31"],
  ["last-month", at(2028, 3, 31), "2028-02-01", "2028-02-29"],
] as const)("%s on %s is from %s to %s", (preset, now, from, to) => {
  expect(daysOf(preset, now)).toEqual({ from, to });
  expect(daysOf(presetOf({ from, to }, now) ?? preset, now)).toEqual({ from, to });
});

test("other days are no preset", () => {
  const now = at(2026, 11, 29);
  expect(presetOf({ from: null, to: null }, now)).toBeNull();
  expect(presetOf({ from: "2026-11-29", to: null }, now)).toBeNull();
  expect(presetOf({ from: "2026-11-02", to: "2026-11-29" }, now)).toBeNull();
});
