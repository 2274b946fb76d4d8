import { expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import type { Found } from "@/lib/sending/sends/follow-sends";
import { verifiedFee } from "@/lib/sending/sends/verify-fee";

type Case = { readonly feeExpected?: string; readonly feePayer?: string | null; readonly succeeded?: boolean };

const found = (feeUnits: bigint | null, { feeExpected = "0.2", feePayer = null, succeeded = true }: Case) => {
  const feeMax = decimal("0.5");
  const versions = [{ version: 1, feeMax, feeExpected: decimal(feeExpected) }];
  return { outgoing: { id: "", feeMax, feePayer, versions }, version: 1, status: { feeUnits, succeeded } };
};
const fee = (feeUnits: bigint | null, of: Case = {}) =>
  verifiedFee(found(feeUnits, of) as unknown as Found, 2)?.toFixed() ?? null;

test("accepts a cost from zero up to the reserved fee, and nothing else", () => {
  expect([0n, 1n, 50n].map((units) => fee(units))).toEqual(["0", "0.01", "0.5"]);
  expect([51n, -1n, null].map((units) => fee(units))).toEqual([null, null, null]);
});

test.each([
  { what: "more than the maximum cost", feeExpected: "-0.9", least: -140n },
  { what: "less than the maximum cost, which may include opening an account", feeExpected: "0.2", least: -30n },
])("an expected return to another payer allows a negative cost of that size: $what", ({ feeExpected, least }) => {
  const of = { feeExpected, feePayer: "hot" };
  expect(fee(least, of)).toBe(decimal(least.toString()).dividedBy(decimal("100")).toFixed());
  expect(fee(least - 1n, of)).toBeNull();
  expect(fee(51n, of)).toBeNull();
  // Nothing returns to a sender that pays for itself, or from a failed transaction.
  expect(fee(-1n, { feeExpected })).toBeNull();
  expect(fee(-1n, { ...of, succeeded: false })).toBeNull();
  expect(fee(1n, { ...of, succeeded: false })).toBe("0.01");
});
