import { expect, it } from "vitest";
import { toEstimate } from "@/lib/chains/solana/fees";
import { nextVariant, variantOf } from "@/lib/chains/solana/prepare";

const termsOf = (unitLimit: bigint, unitPrice: bigint) => ({ unitLimit, unitPrice, rent: 0n });

it("differs between calls, for as many payments as may be made on one block", () => {
  const terms = termsOf(900n, 50_000n);
  expect(new Set(Array.from({ length: 32 }, () => nextVariant(terms).unitLimit)).size).toBe(32);
});

it("costs exactly what was estimated, to the lamport, and never has a lower limit", () => {
  for (const unitLimit of [900n, 7_333n, 60_000n, 900_000n]) {
    for (const unitPrice of [0n, 1_000n, 50_000n, 1_234_567n, 10_000_000n]) {
      const terms = termsOf(unitLimit, unitPrice);
      const { maximumUnits } = toEstimate("high", terms);
      for (let extra = 0n; extra < 32n; extra += 1n) {
        const variant = variantOf(terms, extra);
        expect(variant.unitLimit).toBe(unitLimit + extra);
        expect(toEstimate("high", variant).maximumUnits).toBe(maximumUnits);
      }
    }
  }
});
