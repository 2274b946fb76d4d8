import { expect, test, vi } from "vitest";
import { drawnCases } from "@/lib/testing/drawn-cases";

test.each([
  ["gate", 20],
  ["all", 40],
  ["long", 40],
  [undefined, 40],
])("in the tier %s a property test runs %i cases", (tier, count) => {
  vi.stubEnv("TEST_TIER", tier);
  expect(drawnCases({ gate: 20, all: 40 })).toBe(count);
});
