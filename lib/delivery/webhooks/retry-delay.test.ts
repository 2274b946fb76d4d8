import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { retryDelayMs } from "@/lib/delivery/webhooks/post-webhook";

describe("the wait before the next attempt", () => {
  test("follows the schedule and ends after eleven retries", () => {
    const seconds = Array.from({ length: 12 }, (_, index) => retryDelayMs(index + 1, null, 0)).map((wait) =>
      wait === null ? null : wait / 1000,
    );
    expect(seconds).toEqual([5, 30, 120, 600, 1800, 3600, 7200, 14400, 28800, 43200, 86400, null]);
  });

  test("is spread over a fifth of the schedule", () => {
    expect(retryDelayMs(2, null, 0.5)).toBe(33_000);
    expect(retryDelayMs(2, null, 0.999999)).toBe(36_000);
  });

  test.each([
    ["shorter than the schedule", 1_000, 30_000],
    ["longer than the schedule but less than twice it", 45_000, 45_000],
    ["of a year", 31_536_000_000, 60_000],
  ])("Retry-After %s is clamped between the schedule and twice the schedule", (_case, retryAfter, expected) => {
    expect(retryDelayMs(2, retryAfter, 0)).toBe(expected);
  });

  test("is always between the schedule and twice the schedule", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 11 }),
        fc.option(fc.nat()),
        fc.double({ min: 0, max: 0.9999, noNaN: true }),
        (attempt, retryAfter, random) => {
          const planned = retryDelayMs(attempt, null, 0) ?? 0;
          const wait = retryDelayMs(attempt, retryAfter, random) ?? -1;
          expect(wait).toBeGreaterThanOrEqual(planned);
          expect(wait).toBeLessThanOrEqual(2 * planned);
        },
      ),
    );
  });
});
