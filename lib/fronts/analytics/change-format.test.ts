import { expect, test } from "vitest";
import { changeOf, pointsOf } from "@/lib/fronts/analytics/change-format";

test.each([
  ["110.00", "100.00", "up", "10"],
  ["87.65", "100.00", "down", "12.4"],
  ["0.00", "100.00", "down", "100"],
  ["5.00", "5.00", "same", "0"],
  [31, 30, "up", "3.3"],
  ["250.00", "100.00", "up", "150"],
  ["12345678901234567890.12", "12345678901234567890.11", "up", "0"],
  ["99999999.00", "0.01", "up", "9999"],
] as const)("%s after %s went %s by %s percent", (now, before, direction, percent) =>
  expect(changeOf(now, before)).toEqual({ direction, percent }),
);

test("returns no percentage when the previous value is zero or below", () => {
  expect(changeOf("5.00", "-1.00")).toEqual({ direction: "up", percent: null });
  expect(changeOf("5.00", "0.00")).toEqual({ direction: "up", percent: null });
  expect(changeOf(0, 0)).toEqual({ direction: "same", percent: null });
});

test("compares percentages in points", () => {
  expect(pointsOf("66.7", "70.0")).toEqual({ direction: "down", percent: "3.3" });
  expect(pointsOf("100.0", "9.9")).toEqual({ direction: "up", percent: "90.1" });
});
