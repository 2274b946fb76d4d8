import { expect, test } from "vitest";
import { asksMore } from "@/lib/chains/evm/fees";
import type { FeeEstimate } from "@/lib/chains/spending";

const estimate = (terms: Record<string, string>): FeeEstimate => ({
  priority: "recommended",
  expectedUnits: 0n,
  maximumUnits: 0n,
  terms: JSON.stringify({ gas: "21000", ...terms }),
});
/** As `readFeeEstimate` builds it: the cap is twice the base fee plus the tip. */
const at = (baseFee: number, tip: number) =>
  estimate({ kind: "eip1559", maxFeePerGas: `${2 * baseFee + tip}`, maxPriorityFeePerGas: `${tip}` });
const legacy = (gasPrice: number) => estimate({ kind: "legacy", gasPrice: `${gasPrice}` });

test("detects a tip that is now too low although the earlier cap is above today's", () => {
  expect(asksMore(at(10, 3), at(100, 2))).toBe(true);
});

test("a higher base fee counts once it no longer fits under the earlier cap", () => {
  expect(asksMore(at(20, 2), at(10, 2))).toBe(false);
  expect(asksMore(at(21, 2), at(10, 2))).toBe(true);
});

test("an offer of today's price is not outbid", () => {
  expect(asksMore(at(10, 2), at(10, 2))).toBe(false);
  expect(asksMore(legacy(5), legacy(5))).toBe(false);
  expect(asksMore(legacy(6), legacy(5))).toBe(true);
});
