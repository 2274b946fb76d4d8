import { expect, test } from "vitest";
import { asksMore } from "@/lib/chains/evm/fees";
import type { FeeEstimate } from "@/lib/chains/spending";

const estimate = (terms: Record<string, string>): FeeEstimate => ({
  priority: "recommended",
  expectedUnits: 0n,
  maximumUnits: 0n,
  terms: JSON.stringify({ gas: "21000", ...terms }),
});
/** As it is made: the cap is twice the base fee and the tip. */
const at = (baseFee: number, tip: number) =>
  estimate({ kind: "eip1559", maxFeePerGas: `${2 * baseFee + tip}`, maxPriorityFeePerGas: `${tip}` });
const legacy = (gasPrice: number) => estimate({ kind: "legacy", gasPrice: `${gasPrice}` });

test("a tip that is too low now is seen although the earlier cap is higher than today's", () => {
  expect(asksMore(at(10, 3), at(100, 2))).toBe(true);
});

test("a base fee that has risen counts once it does not fit under the earlier cap any more", () => {
  expect(asksMore(at(20, 2), at(10, 2))).toBe(false);
  expect(asksMore(at(21, 2), at(10, 2))).toBe(true);
});

test("who offers today's price is not outbid", () => {
  expect(asksMore(at(10, 2), at(10, 2))).toBe(false);
  expect(asksMore(legacy(5), legacy(5))).toBe(false);
  expect(asksMore(legacy(6), legacy(5))).toBe(true);
});
