import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal, sum, ZERO } from "@/lib/kernel/money/decimal";
import { billTotals } from "@/lib/money-in/bills/totals";

const line = (quantity: string, price: string) => ({ quantity: decimal(quantity), price: decimal(price) });
const tax = (percent: string) => ({ percent: decimal(percent) });
const texts = (amounts: readonly { toFixed(): string }[]) => amounts.map((amount) => amount.toFixed());

describe("the totals of a bill", () => {
  test("add up lines and taxes of the subtotal", () => {
    const totals = billTotals([line("3", "12.50"), line("1.5", "80")], [tax("19"), tax("2.5")], 2);
    expect(texts(totals.lines)).toEqual(["37.5", "120"]);
    expect(totals.subtotal.toFixed()).toBe("157.5");
    // 29.925 and 3.9375: a half is rounded away from zero.
    expect(texts(totals.taxes)).toEqual(["29.93", "3.94"]);
    expect(totals.total.toFixed()).toBe("191.37");
  });

  test("round a half as a calculator does, where binary fractions would not", () => {
    expect(texts(billTotals([line("1", "1.005")], [], 2).lines)).toEqual(["1.01"]);
    expect(texts(billTotals([line("0.333", "0.15")], [], 8).lines)).toEqual(["0.04995"]);
  });

  test("of nothing are zero", () => {
    expect(billTotals([], [tax("19")], 2)).toEqual({ lines: [], subtotal: ZERO, taxes: [ZERO], total: ZERO });
  });
});

const places = fc.integer({ min: 0, max: 18 });
const amount = (max: bigint) =>
  fc.tuple(fc.bigInt({ min: 0n, max }), fc.integer({ min: 0, max: 6 })).map(([units, scale]) => {
    const digits = units.toString().padStart(scale + 1, "0");
    return decimal(scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
  });
const lines = fc.array(fc.record({ quantity: amount(10n ** 7n), price: amount(10n ** 12n) }), { maxLength: 12 });
const taxes = fc.array(fc.record({ percent: amount(100n) }), { maxLength: 3 });

test("what is printed always adds up, has no finer decimals, and is half a unit from the exact value at most", () => {
  fc.assert(
    fc.property(lines, taxes, places, (billed, taxed, decimals) => {
      const totals = billTotals(billed, taxed, decimals);
      expect(sum(totals.lines).eq(totals.subtotal)).toBe(true);
      expect(totals.subtotal.plus(sum(totals.taxes)).eq(totals.total)).toBe(true);
      const half = decimal(`0.${"0".repeat(decimals)}5`);
      totals.lines.forEach((rounded, index) => {
        const { quantity = ZERO, price = ZERO } = billed[index] ?? {};
        expect(rounded.decimalPlaces()).toBeLessThanOrEqual(decimals);
        expect(rounded.minus(quantity.times(price)).abs().lte(half)).toBe(true);
      });
      totals.taxes.forEach((rounded, index) => {
        const exact = totals.subtotal.times(taxed[index]?.percent ?? ZERO).dividedBy("100");
        expect(rounded.minus(exact).abs().lte(half)).toBe(true);
      });
    }),
  );
});

test("the order of the lines and a zero line change nothing", () => {
  fc.assert(
    fc.property(lines, taxes, places, (billed, taxed, decimals) => {
      const { total } = billTotals(billed, taxed, decimals);
      expect(billTotals([...billed.toReversed(), line("0", "5")], taxed, decimals).total.eq(total)).toBe(true);
    }),
  );
});
