import { afterAll, expect, test, vi } from "vitest";
import { fuzzApi } from "@/app/v1/conformance/fuzz/fuzz-api";
import { openWorld } from "@/app/v1/conformance/testing/world";
import { closeDatabase } from "@/lib/kernel/db";
import { bookDifferences } from "@/lib/money-in/invoices/testing/gateway-rig";

vi.hoisted(() => void vi.stubEnv("RATE_LIMIT_BURST", "100000000"));
afterAll(closeDatabase);

test("twenty thousand mutated requests to all operations cause no internal error, no success for nonsense, and leave nothing behind", async () => {
  const { taken, refused } = await fuzzApi(await openWorld(20_000), 20_000);
  // Both outcomes must occur often enough for the test to mean something.
  expect(Math.min(taken, refused)).toBeGreaterThan(2000);
  expect(await bookDifferences()).toEqual([]);
});
