import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBaseUnits, toBaseUnits } from "@/lib/kernel/money/base-units";
import { decimal } from "@/lib/kernel/money/decimal";

const UINT256_MAX = 2n ** 256n - 1n;

describe("base units", () => {
  it("convert to amounts and back without loss, up to a whole uint256 and on either side of zero", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -UINT256_MAX, max: UINT256_MAX }),
        fc.integer({ min: 0, max: 24 }),
        (units, decimals) => {
          expect(toBaseUnits(fromBaseUnits(units, decimals), decimals)).toBe(units);
        },
      ),
    );
  });

  it("follow the decimals of the network: one USDT is 10^6 units on eth and 10^18 on bsc", () => {
    expect(toBaseUnits(decimal("1"), 6)).toBe(1_000_000n);
    expect(toBaseUnits(decimal("1"), 18)).toBe(1_000_000_000_000_000_000n);
    expect(fromBaseUnits(1n, 18).toFixed()).toBe("0.000000000000000001");
    expect(fromBaseUnits(5n, 0).toFixed()).toBe("5");
  });

  it("reject an amount finer than the chain supports instead of rounding it", () => {
    expect(() => toBaseUnits(decimal("0.0000001"), 6)).toThrow("has more than 6 decimals");
    expect(toBaseUnits(decimal("0.1000000"), 1)).toBe(1n);
  });

  it("reject decimals that no token can have", () => {
    for (const decimals of [-1, 1.5, 256, Number.NaN]) {
      expect(() => toBaseUnits(decimal("1"), decimals)).toThrow(RangeError);
      expect(() => fromBaseUnits(1n, decimals)).toThrow(RangeError);
    }
  });
});
