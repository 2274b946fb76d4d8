import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimal } from "@/lib/money/decimal";
import { formatCrypto, formatFiat, formatWebhookAmount, groupDigits } from "@/lib/money/format";

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 0, max: 30 }))
  .map(([units, decimals]) => decimal(units).dividedBy(`1${"0".repeat(decimals)}`));

describe("format", () => {
  it("prints fiat with two decimals, half to even", () => {
    expect(formatFiat(decimal("15"))).toBe("15.00");
    expect(formatFiat(decimal("0.125"))).toBe("0.12");
    expect(formatFiat(decimal("0.135"))).toBe("0.14");
    expect(formatFiat(decimal("-0.001"))).toBe("0.00");
  });

  it("prints crypto with at least eight decimals and loses none", () => {
    expect(formatCrypto(decimal("0"))).toBe("0.00000000");
    expect(formatCrypto(decimal("0.0006486"))).toBe("0.00064860");
    expect(formatCrypto(decimal("1.123456789012345678"))).toBe("1.123456789012345678");
    fc.assert(
      fc.property(amount, (value) => {
        expect(decimal(formatCrypto(value)).equals(value)).toBe(true);
      }),
    );
  });

  it("prints webhook amounts with exactly eight decimals and never more than the value", () => {
    expect(formatWebhookAmount(decimal("10"))).toBe("10.00000000");
    expect(formatWebhookAmount(decimal("0.999999999"))).toBe("0.99999999");
    expect(formatWebhookAmount(decimal("-0.000000001"))).toBe("0.00000000");
    fc.assert(
      fc.property(amount, (value) => {
        expect(decimal(formatWebhookAmount(value)).abs().lte(value.abs())).toBe(true);
      }),
    );
  });

  it("prints plain digits only: no exponent, no bare point, no minus zero", () => {
    fc.assert(
      fc.property(amount, (value) => {
        for (const text of [formatFiat(value), formatCrypto(value), formatWebhookAmount(value)]) {
          expect(text).toMatch(/^-?[0-9]+\.[0-9]{2,}$/);
          expect(text).not.toMatch(/^-0\.0*$/);
        }
      }),
    );
  });

  it("groups whole digits by three for people and leaves decimals alone", () => {
    expect(groupDigits("1")).toBe("1");
    expect(groupDigits("999.99999999")).toBe("999.99999999");
    expect(groupDigits("1234567.12345678")).toBe("1\u202f234\u202f567.12345678");
    expect(groupDigits("-100000")).toBe("-100\u202f000");
    expect(groupDigits("n/a")).toBe("n/a");
    fc.assert(
      fc.property(amount, (value) => {
        expect(groupDigits(value.toFixed()).replaceAll("\u202f", "")).toBe(value.toFixed());
      }),
    );
  });
});
