import { expect, test } from "vitest";
import { parseRetryAfter } from "@/lib/kernel/http/retry-after";

test("Retry-After is parsed as seconds or as a date, and ignored when it is neither", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  expect(parseRetryAfter("120", now)).toBe(120_000);
  expect(parseRetryAfter("Sat, 21 Nov 2026 10:01:00 GMT", now)).toBe(60_000);
  for (const value of [undefined, "", "soon", "-5", "Sat, 21 Nov 2026 09:00:00 GMT", "99999999999999999999"]) {
    expect(parseRetryAfter(value, now)).toBeNull();
  }
});
