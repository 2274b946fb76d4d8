import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import {
  type CommissionTerms,
  commissionOn,
  type PriceTerms,
  priceOf,
  spreadCommission,
} from "@/lib/money-in/invoices/payer-amount";

const terms = (changes: Partial<PriceTerms> = {}): PriceTerms => ({
  amount: decimal("100"),
  rate: decimal("1"),
  discountPercent: null,
  subtractPercent: 0,
  commissionRate: decimal("0.01"),
  payableDecimals: 8,
  ...changes,
});
const decimals = (max: bigint, scale: number) =>
  fc.bigInt({ min: 1n, max }).map((units) => decimal(units).dividedBy(decimal(10n ** BigInt(scale))));
const rates = fc.nat(300_000).map((millionths) => decimal(BigInt(millionths)).dividedBy("1000000"));
const anyTerms: fc.Arbitrary<PriceTerms> = fc.record({
  amount: decimals(10n ** 20n, 8),
  rate: decimals(10n ** 18n, 12),
  discountPercent: fc.option(fc.integer({ min: -99, max: 100 })),
  subtractPercent: fc.nat(100),
  commissionRate: rates,
  payableDecimals: fc.nat(8),
});
const commissionTerms = (changes: Partial<CommissionTerms> = {}): CommissionTerms => ({
  commissionRate: decimal("0.01"),
  commissionFixed: ZERO,
  subtractPercent: 0,
  ...changes,
});

/** Scaled integers: the formula without any rounding. */
function exactPrice({ amount, rate, discountPercent, subtractPercent, commissionRate }: PriceTerms): {
  scaled: bigint;
  scale: bigint;
} {
  const whole = (value: Decimal, scale: number) => BigInt(value.toFixed(scale, 1).replace(".", ""));
  const base = whole(amount.times(rate).toDecimalPlaces(18, 6), 18);
  const kept = BigInt(100 - (discountPercent ?? 0));
  const borne = 10n ** 8n + whole(commissionRate, 6) * BigInt(subtractPercent);
  return { scaled: base * kept * borne, scale: 10n ** 28n };
}

describe("what the payer owes", () => {
  test("is the converted amount, less the discount, plus the payer's part of the commission", () => {
    expect(priceOf(terms({ subtractPercent: 100 })).payerAmount.toFixed()).toBe("101");
    expect(priceOf(terms({ subtractPercent: 50 })).payerAmount.toFixed()).toBe("100.5");
    expect(priceOf(terms({ discountPercent: 10 })).payerAmount.toFixed()).toBe("90");
    expect(priceOf(terms({ discountPercent: -10 })).payerAmount.toFixed()).toBe("110");
    expect(priceOf(terms({ discountPercent: -99 })).payerAmount.toFixed()).toBe("199");
    expect(priceOf(terms({ discountPercent: 100 })).payerAmount.toFixed()).toBe("0");
    expect(priceOf(terms({ discountPercent: 10, subtractPercent: 100 })).payerAmount.toFixed()).toBe("90.9");
    expect(priceOf(terms({ rate: decimal("0.000333333333333333333333333333") })).payerAmount.toFixed()).toBe(
      "0.03333334",
    );
  });

  test("is the exact formula rounded up to the coin's payable unit: never short, never a whole unit too much", () => {
    fc.assert(
      fc.property(anyTerms, (given) => {
        const { payerAmount } = priceOf(given);
        const { scaled, scale } = exactPrice(given);
        const paid = BigInt(payerAmount.toFixed(given.payableDecimals, 1).replace(".", ""));
        expect(payerAmount.decimalPlaces()).toBeLessThanOrEqual(given.payableDecimals);
        const unit = 10n ** BigInt(given.payableDecimals);
        // payer / unit >= scaled / scale > (payer - 1) / unit
        expect(paid * scale >= scaled * unit).toBe(true);
        expect((paid - 1n) * scale < scaled * unit).toBe(true);
      }),
    );
  });

  test("is amount + discount exactly when only a discount applies", () => {
    fc.assert(
      fc.property(anyTerms, fc.integer({ min: -99, max: 100 }), (given, discountPercent) => {
        const price = priceOf({ ...given, discountPercent, subtractPercent: 0 });
        const hasDiscount = discountPercent !== 0;
        const shown = hasDiscount ? price.baseAmount.plus(price.discount) : price.payerAmount;
        expect(shown.toFixed()).toBe(price.payerAmount.toFixed());
        if (!hasDiscount) expect(price.discount.toFixed()).toBe("0");
      }),
    );
  });
});

describe("the commission", () => {
  test("on what the payer owes leaves the merchant the part not charged to the payer", () => {
    const whole = commissionOn(decimal("101"), commissionTerms({ subtractPercent: 100 }));
    expect(whole.toFixed()).toBe("1");
    expect(commissionOn(decimal("100"), commissionTerms()).toFixed()).toBe("1");
    expect(commissionOn(decimal("100.5"), commissionTerms({ subtractPercent: 50 })).toFixed()).toBe("1");
    expect(commissionOn(decimal("100"), commissionTerms({ commissionFixed: decimal("0.3") })).toFixed()).toBe("1.3");
  });

  const anyCommission = fc.record({
    commissionRate: rates,
    commissionFixed: fc.option(decimals(10n ** 9n, 8)).map((fixed) => fixed ?? ZERO),
    subtractPercent: fc.nat(100),
  });

  test("is never negative, never more than the amount received, and at most half a unit from the exact value", () => {
    fc.assert(
      fc.property(decimals(10n ** 24n, 18), anyCommission, (received, given) => {
        const commission = commissionOn(received, given);
        expect(commission.isNegative() && !commission.isZero()).toBe(false);
        expect(commission.lte(received)).toBe(true);
        const borne = decimal("1").plus(
          given.commissionRate.times(decimal(BigInt(given.subtractPercent))).dividedBy("100"),
        );
        const exact = received.times(given.commissionRate).dividedBy(borne).plus(given.commissionFixed);
        if (commission.lt(received)) expect(commission.minus(exact).abs().lte("0.000000005")).toBe(true);
      }),
    );
  });

  test("of a payment in parts equals that of the whole, however it is split; no part bears more than its amount", () => {
    const amounts = fc.array(decimals(10n ** 14n, 8), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(amounts, anyCommission, fc.nat(11), (parts, given, cut) => {
        const sum = (values: readonly Decimal[]) => values.reduce((total, value) => total.plus(value), ZERO);
        const at = cut % (parts.length + 1);
        const first = spreadCommission({ received: ZERO, kept: ZERO }, parts.slice(0, at), given);
        const before = { received: sum(parts.slice(0, at)), kept: sum(first) };
        const all = [...first, ...spreadCommission(before, parts.slice(at), given)];
        expect(all.every((commission, index) => commission.gte(ZERO) && commission.lte(parts[index] ?? ZERO))).toBe(
          true,
        );
        expect(sum(all).toFixed()).toBe(commissionOn(sum(parts), given).toFixed());
      }),
    );
  });
});
