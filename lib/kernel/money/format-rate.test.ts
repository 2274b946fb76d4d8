import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { formatRate } from "@/lib/kernel/money/format";

describe("a rate on the wire", () => {
  test.each([
    ["1228.45", "1228.45000000"],
    ["1", "1.00000000"],
    ["0.077", "0.07700000"],
    ["0.0771234567", "0.07712346"],
    ["0.001", "0.00100000"],
    ["0.00099951234567", "0.00099951235"],
    ["0.00001", "0.00001000"],
    ["0.0000099512345678", "0.0000099512346"],
    ["0.000000000123", "0.000000000123"],
    ["0.000000000000000000000000000001", "0.000000000000000000000000000001"],
    ["100000.123456785", "100000.12345678"],
    ["0", "0.00000000"],
  ])("%s is written %s", (rate, text) => {
    expect(formatRate(decimal(rate))).toBe(text);
  });

  test("has at least eight decimals, no exponent, and a relative error below 1/100,000", () => {
    const rates = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.nat(30)).map(([digits, scale]) => {
      const text = digits.toString().padStart(scale + 1, "0");
      return decimal(scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`);
    });
    fc.assert(
      fc.property(rates, (rate) => {
        const text = formatRate(rate);
        expect(text).toMatch(/^\d+\.\d{8,}$/);
        expect(decimal(text).minus(rate).abs().lte(rate.times("0.00001"))).toBe(true);
      }),
    );
  });
});
