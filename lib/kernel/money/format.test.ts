import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import {
  formatCrypto,
  formatFiat,
  formatWebhookAmount,
  groupDigits,
  limitText,
  moneyText,
  trimZeros,
} from "@/lib/kernel/money/format";

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
    expect(groupDigits("1234567.12345678")).toBe("1,234,567.12345678");
    expect(groupDigits("-100000")).toBe("-100,000");
    expect(groupDigits("+123594.98")).toBe("+123,594.98");
    expect(groupDigits("n/a")).toBe("n/a");
    fc.assert(
      fc.property(amount, (value) => {
        expect(groupDigits(value.toFixed()).replaceAll(",", "")).toBe(value.toFixed());
      }),
    );
  });

  it("writes a sum with its currency for display: at least two decimals, no trailing zeros, no digit lost", () => {
    expect(moneyText("1234.50000000", "USDT")).toBe("1,234.50 USDT");
    expect(moneyText("-1234", "USDT")).toBe("-1,234.00 USDT");
    expect(moneyText("0.000000000000000001", "ETH")).toBe("0.000000000000000001 ETH");
    expect([limitText("20000.00000000", "USD"), limitText("0.50", "")]).toEqual(["20,000 USD", "0.50"]);
  });

  it("removes or adds only zeros, and keeps two decimals", () => {
    expect(trimZeros("15.00000000")).toBe("15.00");
    expect(trimZeros("15")).toBe("15.00");
    expect(trimZeros("5.5")).toBe("5.50");
    expect(trimZeros("0.01860000")).toBe("0.0186");
    expect(trimZeros("100")).toBe("100.00");
  });
});
