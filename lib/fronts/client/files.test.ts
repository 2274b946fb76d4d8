import { expect, test } from "vitest";
import { startOfDay } from "@/lib/fronts/client/files";

test("a day begins in the viewer's time zone, and the last one ends where the next begins", () => {
  expect(startOfDay("2026-11-21", 0)).toBe(new Date(2026, 10, 21).toISOString());
  expect(startOfDay("2026-12-31", 1)).toBe(new Date(2027, 0, 1).toISOString());
  // On a clock change a day has 23 or 25 hours, so it does not end 24 hours after its start.
  const [start, end] = [startOfDay("2026-03-29", 0), startOfDay("2026-03-29", 1)];
  expect([start, end]).toEqual([new Date(2026, 2, 29).toISOString(), new Date(2026, 2, 30).toISOString()]);
});

test.each([null, "", "yesterday", "2026-11", "0001-01-01"])("%j is not a day", (text) => {
  expect(startOfDay(text, 0)).toBeNull();
});
