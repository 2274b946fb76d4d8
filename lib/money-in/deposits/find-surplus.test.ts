import { expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { findGain, surplusOf } from "@/lib/money-in/deposits/search-surplus";

const CALLS_MAX = 80;

/** A surplus that grows at these heights, with a call counter. */
function growing(gains: Readonly<Record<number, bigint>>) {
  let calls = 0;
  const surplusAt = async (height: number) => {
    calls += 1;
    return Object.entries(gains).reduce((sum, [at, units]) => (Number(at) <= height ? sum + units : sum), 0n);
  };
  return { surplusAt, calls: () => calls };
}

test.each([
  [{ 900: 5n }, 1_000, { height: 900, units: 5n }],
  [{ 1000: 5n }, 1_000, { height: 1_000, units: 5n }],
  [{ 0: 5n }, 1_000, { height: 0, units: 5n }],
  [{ 1: 5n }, 1_000, { height: 1, units: 5n }],
  [{ 3: 5n, 985: 7n }, 1_000, { height: 985, units: 7n }],
  [{ 12345: 1n }, 400_000_000, { height: 12_345, units: 1n }],
])("finds the newest gain in a bounded number of queries (%#)", async (gains, height, found) => {
  const { surplusAt, calls } = growing(gains);
  expect(await findGain(surplusAt, height)).toEqual(found);
  expect(calls()).toBeLessThan(CALLS_MAX);
});

test("a known change is not a surplus from its own block on", async () => {
  const driver = { balanceOf: async (_: string, __: unknown, height: number | null) => (height === 9 ? 0n : 7n) };
  const changes = [
    { height: 10n, amount: decimal("0.9") },
    { height: 11n, amount: decimal("-0.4") },
  ];
  const surplusAt = surplusOf(driver, { address: "0x", changes, decimals: 1 }, AbortSignal.timeout(60_000));
  expect([await surplusAt(9), await surplusAt(10), await surplusAt(11)]).toEqual([0n, -2n, 2n]);
});
