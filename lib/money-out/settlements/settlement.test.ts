import { describe, expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { nextRun, settledAmount, settlementOrderId } from "@/lib/money-out/settlements/settlement";

const at = (hours: number, minutes = 0) => hours * 60 + minutes;
const daily = (minuteOfDay: number, timeZone: string) => ({
  trigger: "daily" as const,
  minuteOfDay,
  weekday: null,
  timeZone,
});
const weekly = (weekday: number, minuteOfDay: number, timeZone: string) => ({
  trigger: "weekly" as const,
  minuteOfDay,
  weekday,
  timeZone,
});

describe("the next run", () => {
  test.each([
    ["later today", daily(at(9), "Europe/Berlin"), "2026-11-21T07:59:59Z", "2026-11-21T08:00:00.000Z"],
    ["tomorrow at that very time", daily(at(9), "Europe/Berlin"), "2026-11-21T08:00:00Z", "2026-11-22T08:00:00.000Z"],
    ["on the zone's date", daily(at(0, 30), "Pacific/Auckland"), "2026-11-21T12:00:00Z", "2026-11-22T11:30:00.000Z"],
    ["after a jump", daily(at(2, 30), "Europe/Berlin"), "2026-03-28T12:00:00Z", "2026-03-29T01:30:00.000Z"],
    ["the first of two", daily(at(2, 30), "Europe/Berlin"), "2026-10-24T12:00:00Z", "2026-10-25T00:30:00.000Z"],
    ["not the second of two", daily(at(2, 30), "Europe/Berlin"), "2026-10-25T00:30:00Z", "2026-10-26T01:30:00.000Z"],
    // 2026-11-21 is a Saturday.
    ["on Monday", weekly(1, at(9), "UTC"), "2026-11-21T10:00:00Z", "2026-11-23T09:00:00.000Z"],
    ["today, if it is Saturday", weekly(6, at(11), "UTC"), "2026-11-21T10:00:00Z", "2026-11-21T11:00:00.000Z"],
    ["in a week, if it has passed", weekly(6, at(9), "UTC"), "2026-11-21T10:00:00Z", "2026-11-28T09:00:00.000Z"],
    ["on the zone's Sunday", weekly(7, at(1), "Asia/Tokyo"), "2026-11-21T10:00:00Z", "2026-11-21T16:00:00.000Z"],
  ])("is %s", (_, schedule, after, expected) => {
    expect(nextRun(schedule, new Date(after)).toISOString()).toBe(expected);
  });

  test("is now where the balance decides", () => {
    const now = new Date("2026-11-21T10:00:00Z");
    expect(nextRun({ trigger: "threshold", minuteOfDay: null, weekday: null, timeZone: "UTC" }, now)).toEqual(now);
  });
});

describe("the settled amount", () => {
  const amount = (spendable: string, { threshold = "10", keep = "0" } = {}, payableDecimals = 8) =>
    settledAmount({ threshold: decimal(threshold), keep: decimal(keep) }, decimal(spendable), {
      payableDecimals,
      payoutMax: decimal("1000"),
    })?.toFixed() ?? null;

  test("is everything above what is kept", () => {
    expect([amount("25"), amount("25", { keep: "5.5" })]).toEqual(["25", "19.5"]);
  });

  test("is at most the largest payout", () => {
    expect([amount("1000.01"), amount("1010", { keep: "10" })]).toEqual(["1000", "1000"]);
  });

  test("is nothing below the smallest payout", () => {
    expect([amount("10"), amount("9.99999999"), amount("19", { keep: "10" }), amount("0")]).toEqual([
      "10",
      null,
      null,
      null,
    ]);
  });

  test("has no more decimals than can be paid, and stays in the balance beyond them", () => {
    expect([amount("12.3456789", {}, 6), amount("10.4", { threshold: "10.2" }, 0)]).toEqual(["12.345678", null]);
  });
});

test("the order id of the next payout changes only once that payout exists", () => {
  const id = "5f0d3f1e-4b5a-4f7e-9a53-0d0f6d1c2b3a";
  expect(settlementOrderId({ id, sequence: 0 })).toBe(`settlement-1-${id}`);
  expect(settlementOrderId({ id, sequence: 99_999_999 }).length).toBeLessThanOrEqual(100);
});
