import { afterAll, expect, test, vi } from "vitest";
import { fuzzApi } from "@/app/v1/conformance/fuzz/fuzz-api";
import { nonsenseIn } from "@/app/v1/conformance/fuzz/nonsense";
import { openWorld } from "@/app/v1/conformance/testing/world";
import { closeDatabase } from "@/lib/kernel/db";
import { bookDifferences } from "@/lib/money-in/invoices/testing/gateway-rig";

vi.hoisted(() => void vi.stubEnv("RATE_LIMIT_BURST", "1000000"));
afterAll(closeDatabase);

test("six hundred mutated requests to all operations cause no internal error, no success for nonsense, and leave nothing behind", async () => {
  const { taken, refused } = await fuzzApi(await openWorld(1_000), 600);
  // Both outcomes must occur often enough for the test to mean something.
  expect(Math.min(taken, refused)).toBeGreaterThan(50);
  expect(await bookDifferences()).toEqual([]);
}, 240_000);

test("the check for nonsense detects it", () => {
  const known = ["amount", "lifetime", "uuid", "is_refresh"];
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['{"amount":"10","lifetime":"3600","uuid":null,"is_refresh":"1"}', []],
    ['{"amount":-1,"lifetime":299,"uuid":"x","is_refresh":2}', known],
    ['{"amount":1e3,"lifetime":[300]}', ["amount", "lifetime"]],
    ['{"subtract":101}', []],
    ["[1]", ["the body is no object"]],
    ["{", ["the body is no JSON"]],
    ["", []],
  ];
  for (const [body, found] of cases) expect(nonsenseIn(body, known), body).toEqual(found);
});
