import { expect, test } from "vitest";
import { AppError } from "@/lib/kernel/errors";
import { limitPreviews } from "@/lib/money-in/invoices/create-from-form";

const refusalOf = (userId: string, now: number): unknown => {
  try {
    limitPreviews(userId, now);
    return null;
  } catch (error) {
    return error instanceof AppError ? [error.code, error.retryAfterSeconds] : error;
  }
};

test("one person gets thirty previews at once and then one every two seconds, without affecting others", () => {
  const now = Date.now();
  for (let count = 1; count <= 30; count += 1) expect([count, refusalOf("vera", now)]).toEqual([count, null]);
  expect(refusalOf("vera", now)).toEqual(["rate_limited", 2]);
  expect(refusalOf("omar", now)).toBeNull();
  expect([refusalOf("vera", now + 2_000), refusalOf("vera", now + 2_000)]).toEqual([null, ["rate_limited", 2]]);
});
