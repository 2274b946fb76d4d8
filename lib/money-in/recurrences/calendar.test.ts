import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { graceEnd, periodStart, reminderAt } from "@/lib/money-in/recurrences/calendar";
import { periodTerms } from "@/lib/money-in/recurrences/recurrence";
import { RECURRENCE_INTERVALS } from "@/lib/money-in/recurrences/status";

const DAY_MS = 86_400_000;
const MONTHS = { monthly: 1, three_month: 3 } as const;
const moment = fc.date({ min: new Date("2020-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
const interval = fc.constantFrom(...RECURRENCE_INTERVALS);
const number = fc.integer({ min: 1, max: 600 });

describe("the calendar of a plan", () => {
  test("31 January is followed by the last day of February, and then by 31 March again", () => {
    const starts = [1, 2, 3, 4].map((n) => periodStart(new Date("2027-01-31T22:05:00Z"), "monthly", n).toISOString());
    expect(starts).toEqual([
      "2027-01-31T22:05:00.000Z",
      "2027-02-28T22:05:00.000Z",
      "2027-03-31T22:05:00.000Z",
      "2027-04-30T22:05:00.000Z",
    ]);
    expect(periodStart(new Date("2027-11-30T00:00:00Z"), "three_month", 2).toISOString()).toBe(
      "2028-02-29T00:00:00.000Z",
    );
  });

  test("months: the same time of the same day, or of the month's last day, that many months later", () => {
    fc.assert(
      fc.property(moment, fc.constantFrom("monthly" as const, "three_month" as const), number, (at, length, n) => {
        const start = periodStart(at, length, n);
        const monthsOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
        expect(monthsOf(start) - monthsOf(at)).toBe((n - 1) * MONTHS[length]);
        const isLastDay = new Date(start.getTime() + DAY_MS).getUTCMonth() !== start.getUTCMonth();
        expect(start.getUTCDate() === at.getUTCDate() || (isLastDay && start.getUTCDate() < at.getUTCDate())).toBe(
          true,
        );
        expect(start.getTime() % DAY_MS).toBe(at.getTime() % DAY_MS);
      }),
    );
  });

  test("weeks: seven days each, and the first period of every plan begins with the acceptance", () => {
    fc.assert(
      fc.property(moment, interval, number, (at, length, n) => {
        expect(periodStart(at, length, 1)).toEqual(at);
        expect(periodStart(at, "weekly", n).getTime() - at.getTime()).toBe((n - 1) * 7 * DAY_MS);
      }),
    );
  });

  test("a period is decided before the next begins, even when its invoice was created at the end of the grace period", () => {
    fc.assert(
      fc.property(moment, interval, number, (at, length, n) => {
        const start = periodStart(at, length, n);
        const late = graceEnd(graceEnd(start, length), length);
        expect(late.getTime()).toBeLessThan(periodStart(at, length, n + 1).getTime());
        expect(reminderAt(graceEnd(start, length)).getTime()).toBeGreaterThan(start.getTime());
      }),
    );
  });
});

describe("the discount", () => {
  const terms = { amount: decimal("15"), discountAmount: decimal("5"), acceptedAt: null } as const;

  test("applies to periods that begin within its days from the acceptance, and to no later ones", () => {
    const at = new Date("2027-01-01T12:00:00Z");
    const costs = (days: number) =>
      [1, 2, 3].map((n) => periodTerms({ ...terms, interval: "weekly", discountDays: days }, at, n).amount.toFixed());
    expect(costs(1)).toEqual(["10", "15", "15"]);
    expect(costs(7)).toEqual(["10", "15", "15"]);
    expect(costs(8)).toEqual(["10", "10", "15"]);
    expect(costs(365)).toEqual(["10", "10", "10"]);
  });
});
