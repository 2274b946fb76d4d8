import { expect, test } from "vitest";
import { startOfDay } from "@/lib/fronts/client/files";

test("a day begins by the clock of whoever looks, and the last one ends where the next begins", () => {
  expect(startOfDay("2026-11-21", 0)).toBe(new Date(2026, 10, 21).toISOString());
  expect(startOfDay("2026-12-31", 1)).toBe(new Date(2027, 0, 1).toISOString());
  // Where clocks are changed a day has 23 or 25 hours: its end is not 24 hours later.
  const [start, end] = [startOfDay("2026-03-29", 0), startOfDay("2026-03-29", 1)];
  expect([start, end]).toEqual([new Date(2026, 2, 29).toISOString(), new Date(2026, 2, 30).toISOString()]);
});

test.each([null, "", "yesterday", "2026-11", "0001-01-01"])("%j is no day", (text) => {
  expect(startOfDay(text, 0)).toBeNull();
});
