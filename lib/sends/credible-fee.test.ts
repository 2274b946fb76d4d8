import { expect, test } from "vitest";
import { decimal } from "@/lib/money/decimal";
import { credibleFee } from "@/lib/sends/credible-fee";
import type { Found } from "@/lib/sends/follow-sends";

const found = (feeUnits: bigint | null, feeExpected = "0.2") =>
  ({
    outgoing: { id: "", feeMax: decimal("0.5"), versions: [{ version: 1, feeExpected: decimal(feeExpected) }] },
    version: 1,
    status: { feeUnits },
  }) as unknown as Found;
const told = (feeUnits: bigint | null, feeExpected?: string) =>
  credibleFee(found(feeUnits, feeExpected), 2)?.toFixed() ?? null;

test("a cost up to what was put aside for it is believed, and one above it or below nothing is not", () => {
  expect([0n, 1n, 50n].map((units) => told(units))).toEqual(["0", "0.01", "0.5"]);
  expect([51n, -1n, null].map((units) => told(units))).toEqual([null, null, null]);
});

test("less than nothing is believed where something was to come back, and not more of it than can be", () => {
  expect([-90n, -140n].map((units) => told(units, "-0.9"))).toEqual(["-0.9", "-1.4"]);
  expect(told(-141n, "-0.9")).toBeNull();
});
