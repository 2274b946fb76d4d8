import { Decimal as DecimalJs } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";

const plainDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }))
  .map(([whole, fraction]) => `${whole}.${fraction.toString().padStart(18, "0")}`);

describe("decimal", () => {
  it("keeps every digit of 40 whole and 18 fractional digits through sums and products", () => {
    fc.assert(
      fc.property(plainDecimal, plainDecimal, (a, b) => {
        expect(decimal(a).plus(decimal(b)).minus(decimal(b)).equals(a)).toBe(true);
        expect(decimal(a).times(b).equals(decimal(b).times(a))).toBe(true);
        expect(decimal(a).times("1000000000000000000").toFixed()).not.toContain(".");
      }),
    );
  });

  it("never prints an exponent, however small or large the value", () => {
    const tiny = `0.${"0".repeat(60)}1`;
    const huge = `1${"0".repeat(90)}`;
    expect(decimal(tiny).toString()).toBe(tiny);
    expect(decimal(huge).toString()).toBe(huge);
    expect(JSON.stringify({ tiny: decimal(tiny) })).toBe(JSON.stringify({ tiny }));
  });

  it("rejects text that is not a plain decimal", () => {
    for (const text of ["", " 1", "1 ", "1e3", "+1", "NaN", "Infinity", "0x10", ".5", "1.", "1,5", "--1", "1_000"]) {
      expect(() => decimal(text), text).toThrow(RangeError);
    }
  });

  it("converts another library's decimal exactly, beyond that library's own precision", () => {
    const foreign = new (DecimalJs.clone({ precision: 5, toExpPos: 2 }))("123456789012345678901.000000000000000001");
    expect(decimal(foreign).toFixed()).toBe("123456789012345678901.000000000000000001");
    expect(() => decimal(new DecimalJs("NaN"))).toThrow(RangeError);
  });

  it("does not compile with a JavaScript number or with another library's decimal as an operand", () => {
    const one = decimal("1");
    // @ts-expect-error numbers are no amounts
    expect(() => decimal(0.1 as number)).not.toThrow();
    // @ts-expect-error numbers are no operands
    expect(one.plus(1).toFixed()).toBe("2");
    // @ts-expect-error a Decimal of another library computes with other settings
    expect(one.plus(new DecimalJs("1")).toFixed()).toBe("2");
    // @ts-expect-error a rounding has to be named
    expect(one.toDecimalPlaces(2).toFixed()).toBe("1");
  });

  it("returns sums, minimum and maximum as Decimals", () => {
    expect(Decimal.sum("0.1", "0.2").toFixed()).toBe("0.3");
    expect(Decimal.max("1", ZERO).toFixed()).toBe("1");
    expect(Decimal.min("1", ZERO).toFixed()).toBe("0");
    expect(Decimal.isDecimal(ZERO)).toBe(true);
    expect(Decimal.isDecimal("0")).toBe(false);
  });
});
