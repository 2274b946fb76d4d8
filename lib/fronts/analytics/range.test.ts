import { describe, expect, test } from "vitest";
import { type Range, resolveRange } from "@/lib/fronts/analytics/range";
import { analyticsQuery } from "@/lib/fronts/analytics/schema";

const NOW = new Date("2026-11-21T12:30:00Z");
const range = (query: Record<string, string>, now = NOW) => resolveRange(analyticsQuery.parse(query), now);
const inMoments = ({ from, to, previousFrom, previousTo }: Range) =>
  [from, to, previousFrom, previousTo].map((moment) => moment.toISOString());

describe("a range", () => {
  test("of seven days ends today and begins six days earlier, in the viewer's zone", () => {
    const { view, starts } = range({ range: "7d", zone: "Pacific/Kiritimati" });
    // It is already Sunday in that zone.
    expect([view.firstDate, view.lastDate, view.step]).toEqual(["2026-11-16", "2026-11-22", "day"]);
    expect(view.from).toBe("2026-11-15T10:00:00.000Z");
    expect(starts).toHaveLength(7);
  });

  test("in progress is compared with an equally long part of the previous range", () => {
    expect(inMoments(range({ range: "today" }))).toEqual([
      "2026-11-21T00:00:00.000Z",
      "2026-11-22T00:00:00.000Z",
      "2026-11-20T00:00:00.000Z",
      "2026-11-20T12:30:00.000Z",
    ]);
  });

  test("that is over is compared with as many days immediately before it", () => {
    expect(inMoments(range({ range: "custom", from: "2026-11-01", to: "2026-11-10" }))).toEqual([
      "2026-11-01T00:00:00.000Z",
      "2026-11-11T00:00:00.000Z",
      "2026-10-22T00:00:00.000Z",
      "2026-11-01T00:00:00.000Z",
    ]);
  });

  test("of one day has as many hours as the day", () => {
    const query = { range: "custom", from: "2026-10-25", to: "2026-10-25", zone: "Europe/Berlin" };
    expect(range(query).starts).toHaveLength(25);
  });

  test("begins each day at midnight in the zone, across a clock change", () => {
    const { starts } = range({
      range: "custom",
      from: "2026-10-31",
      to: "2026-11-02",
      zone: "America/St_Johns",
      step: "day",
    });
    expect(starts.map((start) => start.toISOString())).toEqual([
      "2026-10-31T02:30:00.000Z",
      "2026-11-01T02:30:00.000Z",
      "2026-11-02T03:30:00.000Z",
    ]);
  });

  test("in weeks or months begins on its own first day, and continues on Mondays or firsts of the month", () => {
    const query = { range: "custom", from: "2026-09-16", to: "2026-10-15" };
    const dates = (step: string) => range({ ...query, step }).starts.map((start) => start.toISOString().slice(0, 10));
    expect(dates("week")).toEqual(["2026-09-16", "2026-09-21", "2026-09-28", "2026-10-05", "2026-10-12"]);
    expect(dates("month")).toEqual(["2026-09-16", "2026-10-01"]);
  });

  test("of a year is shown in weeks, and never in hours", () => {
    expect(range({ range: "year" }).view.step).toBe("week");
    expect(range({ range: "year", step: "hour" }).view.step).toBe("day");
    expect(range({ range: "year", step: "day" }).starts).toHaveLength(365);
  });
});

describe("a query", () => {
  test.each([
    { zone: "Mars/Olympus" },
    { zone: "+02:00" },
    { zone: "" },
    { range: "custom" },
    { range: "custom", from: "2026-02-30", to: "2026-03-01" },
    { range: "custom", from: "2026-03-02", to: "2026-03-01" },
    { range: "custom", from: "2024-01-01", to: "2026-11-21" },
    { range: "custom", from: "1990-01-01", to: "1990-01-02" },
    { step: "minute" },
    { currency: "usdt'; DROP TABLE invoices" },
  ])("is rejected when it is inconsistent: %j", (query) => expect(analyticsQuery.safeParse(query).success).toBe(false));

  test("accepts zone names of every form", () => {
    for (const zone of ["UTC", "Etc/GMT+5", "America/Argentina/Buenos_Aires", "America/Port-au-Prince", "Asia/Kolkata"])
      expect(analyticsQuery.safeParse({ zone }).success).toBe(true);
  });
});
