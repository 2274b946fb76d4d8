import { describe, expect, test } from "vitest";
import { addDays, dateAt, daysBetween, hoursOf, mondayOf, monthOf, startOfDate } from "@/lib/kernel/zone-days";

const starts = (date: string, zone: string) => startOfDate(date, zone).toISOString();

describe("the start of a day", () => {
  test.each([
    ["2026-11-21", "UTC", "2026-11-21T00:00:00.000Z"],
    ["2026-11-21", "Pacific/Kiritimati", "2026-11-20T10:00:00.000Z"],
    ["2026-11-21", "Pacific/Niue", "2026-11-21T11:00:00.000Z"],
    ["2026-01-15", "America/St_Johns", "2026-01-15T03:30:00.000Z"],
    ["2026-07-15", "America/St_Johns", "2026-07-15T02:30:00.000Z"],
    ["2026-07-15", "Asia/Kathmandu", "2026-07-14T18:15:00.000Z"],
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
    ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
    ["2026-10-26", "Europe/Berlin", "2026-10-25T23:00:00.000Z"],
  ])("%s in %s is %s", (date, zone, expected) => expect(starts(date, zone)).toBe(expected));

  test("is the time of the jump where the clock skips midnight", () => {
    // Cairo goes from 00:00 to 01:00 on the last Friday of April.
    expect(starts("2024-04-26", "Africa/Cairo")).toBe("2024-04-25T22:00:00.000Z");
    expect(dateAt(new Date("2024-04-25T21:59:59.999Z"), "Africa/Cairo")).toBe("2024-04-25");
    expect(dateAt(new Date("2024-04-25T22:00:00Z"), "Africa/Cairo")).toBe("2024-04-26");
  });

  test("is the first of two midnights where the clock repeats it", () => {
    // Havana goes from 01:00 back to 00:00.
    expect(starts("2025-11-02", "America/Havana")).toBe("2025-11-02T04:00:00.000Z");
  });

  test("of a date skipped by a zone is the start of the next date", () => {
    expect(starts("2011-12-30", "Pacific/Apia")).toBe(starts("2011-12-31", "Pacific/Apia"));
  });

  test("and the millisecond before it have different dates, on every day of three years, in any zone", () => {
    for (const zone of [
      "America/St_Johns",
      "Pacific/Kiritimati",
      "Europe/Berlin",
      "Africa/Cairo",
      "Australia/Lord_Howe",
    ]) {
      for (let date = "2024-01-01"; date < "2027-01-01"; date = addDays(date, 1)) {
        const start = startOfDate(date, zone);
        expect([zone, dateAt(start, zone)]).toEqual([zone, date]);
        expect(dateAt(new Date(start.getTime() - 1), zone)).toBe(addDays(date, -1));
      }
    }
  });
});

test("hoursOf returns as many hours as the day has", () => {
  expect(hoursOf("2026-06-01", "Europe/Berlin")).toHaveLength(24);
  expect(hoursOf("2026-03-29", "Europe/Berlin")).toHaveLength(23);
  expect(hoursOf("2026-10-25", "Europe/Berlin")).toHaveLength(25);
  expect(hoursOf("2026-11-01", "America/St_Johns")).toHaveLength(25);
});

test("adds and compares dates in the calendar", () => {
  expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
  expect(daysBetween("2025-10-01", "2026-10-01")).toBe(365);
  expect([mondayOf("2026-11-21"), mondayOf("2026-11-16"), mondayOf("2026-11-15")]).toEqual([
    "2026-11-16",
    "2026-11-16",
    "2026-11-09",
  ]);
  expect([monthOf("2026-01-31"), monthOf("2026-01-31", true), monthOf("2026-12-05", true)]).toEqual([
    "2026-01-01",
    "2026-02-01",
    "2027-01-01",
  ]);
});
