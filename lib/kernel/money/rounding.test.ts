import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { roundDown, roundFee, roundUpToUnit } from "@/lib/kernel/money/rounding";

const amount = fc.bigInt({ min: 0n, max: 10n ** 36n }).map((units) => decimal(units).times("0.000000000000000001"));
const unitDecimals = fc.integer({ min: 0, max: 8 });

describe("rounding", () => {
  it("rounds an amount due up to the payable unit", () => {
    fc.assert(
      fc.property(amount, unitDecimals, (exact, decimals) => {
        const owed = roundUpToUnit(exact, decimals);
        const unit = decimal("1").dividedBy(`1${"0".repeat(decimals)}`);
        expect(owed.gte(exact)).toBe(true);
        expect(owed.minus(exact).lt(unit)).toBe(true);
        expect(owed.decimalPlaces()).toBeLessThanOrEqual(decimals);
      }),
    );
  });

  it("rounds an outgoing amount down to whole units", () => {
    fc.assert(
      fc.property(amount, unitDecimals, (exact, decimals) => {
        const sent = roundDown(exact, decimals);
        const unit = decimal("1").dividedBy(`1${"0".repeat(decimals)}`);
        expect(sent.lte(exact)).toBe(true);
        expect(exact.minus(sent).lt(unit)).toBe(true);
      }),
    );
  });

  it("rounds fees half to even at eight decimals", () => {
    expect(roundFee(decimal("0.000000005")).toFixed()).toBe("0");
    expect(roundFee(decimal("0.000000015")).toFixed()).toBe("0.00000002");
    expect(roundFee(decimal("0.000000025")).toFixed()).toBe("0.00000002");
    expect(roundFee(decimal("0.0000000250001")).toFixed()).toBe("0.00000003");
  });

  it("does not mistake the error of a non-terminating quotient for an amount due", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (value, divisor) => {
          const thereAndBack = decimal(value).dividedBy(divisor).times(divisor);
          expect(roundUpToUnit(thereAndBack, 8).toFixed()).toBe(value.toString());
          expect(roundDown(thereAndBack, 8).toFixed()).toBe(value.toString());
        },
      ),
    );
  });

  it("leaves whole units unchanged", () => {
    expect(roundUpToUnit(decimal("10.123456"), 6).toFixed()).toBe("10.123456");
    expect(roundDown(decimal("10.123456"), 6).toFixed()).toBe("10.123456");
  });
});
