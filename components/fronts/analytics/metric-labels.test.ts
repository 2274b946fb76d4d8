import { expect, test } from "vitest";
import { bucketLabel, bucketTick, durationText, shareOf, slotLabel } from "@/components/fronts/analytics/metric-labels";
import { resolveRange } from "@/lib/fronts/analytics/range";
import { analyticsQuery } from "@/lib/fronts/analytics/schema";

test("durations are shown in their two largest units", () => {
  expect([0, 59, 60, 200, 3600, 3960, 43_200].map(durationText)).toEqual([
    "0 s",
    "59 s",
    "1 min",
    "3 min 20 s",
    "1 h",
    "1 h 6 min",
    "12 h",
  ]);
  expect(slotLabel({ fromSeconds: 0, toSeconds: 60 })).toBe("under 1 min");
  expect(slotLabel({ fromSeconds: 60, toSeconds: 120 })).toBe("1 min – 2 min");
  expect(slotLabel({ fromSeconds: 43_200, toSeconds: null })).toBe("12 h or more");
});

test("a share of zero is null", () => {
  expect([shareOf(1, 3), shareOf(3, 3), shareOf(0, 5), shareOf(0, 0)]).toEqual(["33.3", "100", "0", null]);
});

test("an hour is labelled in the viewer's time zone", () => {
  const query = analyticsQuery.parse({ range: "custom", from: "2026-11-21", to: "2026-11-21", zone: "Asia/Kathmandu" });
  const { view, starts } = resolveRange(query, new Date("2026-11-21T12:00:00Z"));
  const bucket = { start: starts[9]?.toISOString() ?? "", date: "2026-11-21" };
  expect([bucketTick(bucket, view), bucketLabel(bucket, view)]).toEqual(["09:00", "21 Nov 2026, from 09:00"]);
});
