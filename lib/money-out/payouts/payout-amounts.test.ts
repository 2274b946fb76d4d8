import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decimal, decimal, HUNDRED, ONE, ZERO } from "@/lib/kernel/money/decimal";
import { amountInCoin, conversionCost, payoutAmounts } from "@/lib/money-out/payouts/payout-amounts";

/** Text of a decimal with at most this many digits before and after the point. */
const amounts = (whole: number, decimals: number) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** BigInt(whole + decimals) - 1n }), fc.integer({ min: 0, max: decimals }))
    .map(([units, used]) => {
      const digits = units.toString().padStart(decimals + 1, "0");
      return decimal(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`).toDecimalPlaces(
        used,
        Decimal.ROUND_DOWN,
      );
    });

const positive = (whole: number, decimals: number) => amounts(whole, decimals).filter((amount) => amount.gt(ZERO));
const unitOf = (decimals: number) => ONE.dividedBy(decimal(10n ** BigInt(decimals)));

const terms = fc.record({
  amount: positive(12, 18),
  fixed: amounts(4, 8),
  percent: amounts(1, 4),
  payableDecimals: fc.constantFrom(6, 8),
});

describe("who bears the fee", () => {
  test("is_subtract true: the amount is sent, and the balance pays the amount plus the fee", () => {
    fc.assert(
      fc.property(terms, ({ amount, payableDecimals, ...fee }) => {
        const { sent, commission, covered } = payoutAmounts({ amount, isSubtract: true, fee, payableDecimals });
        expect(sent.eq(amount)).toBe(true);
        expect(covered.eq(sent.plus(commission))).toBe(true);
        expect(commission.gte(ZERO)).toBe(true);
      }),
    );
  });

  test("is_subtract false: the balance pays the amount, and the amount less the fee is sent", () => {
    fc.assert(
      fc.property(terms, ({ amount, payableDecimals, ...fee }) => {
        const { sent, commission, covered } = payoutAmounts({ amount, isSubtract: false, fee, payableDecimals });
        expect(covered.eq(amount)).toBe(true);
        expect(sent.eq(amount.minus(commission))).toBe(true);
      }),
    );
  });

  test("either way the fee is the same, never below the exact fee, and less than a payable unit above it", () => {
    fc.assert(
      fc.property(terms, ({ amount, payableDecimals, ...fee }) => {
        const [on, off] = [true, false].map((isSubtract) =>
          payoutAmounts({ amount, isSubtract, fee, payableDecimals }),
        );
        const due = fee.fixed.plus(amount.times(fee.percent).dividedBy(HUNDRED));
        expect(on?.commission.eq(off?.commission ?? ZERO)).toBe(true);
        const above = (on?.commission ?? ZERO).minus(due);
        // Half-even rounding at 8 decimals may subtract half a unit of the eighth.
        expect(above.gte(unitOf(8).dividedBy(2n).negated())).toBe(true);
        expect(above.lt(unitOf(payableDecimals).plus(unitOf(8)))).toBe(true);
      }),
    );
  });

  test("a payable amount results in a payable amount sent", () => {
    const whole = terms.map((value) => ({
      ...value,
      amount: value.amount.toDecimalPlaces(value.payableDecimals, Decimal.ROUND_CEIL),
    }));
    fc.assert(
      fc.property(whole, fc.boolean(), ({ amount, payableDecimals, ...fee }, isSubtract) => {
        const { sent } = payoutAmounts({ amount, isSubtract, fee, payableDecimals });
        expect(sent.decimalPlaces()).toBeLessThanOrEqual(payableDecimals);
      }),
    );
  });
});

describe("a fiat amount", () => {
  test("is never converted to more of the coin than its value, and to at most a payable unit less", () => {
    fc.assert(
      fc.property(positive(9, 2), positive(6, 18), fc.constantFrom(6, 8), (fiat, rate, payableDecimals) => {
        const amount = amountInCoin(fiat, rate, payableDecimals);
        const worth = fiat.times(rate);
        expect(amount.lte(worth)).toBe(true);
        expect(worth.minus(amount).lt(unitOf(payableDecimals))).toBe(true);
      }),
    );
  });
});

describe("a conversion", () => {
  const spreads = amounts(1, 4);

  test("never debits less than the value of the result at the rate, plus the spread", () => {
    fc.assert(
      fc.property(positive(9, 8), positive(6, 18), spreads, (toAmount, rate, spread) => {
        const cost = conversionCost(toAmount, rate, spread);
        const given = cost?.fromAmount.times(rate) ?? ZERO;
        expect(given.gte(toAmount)).toBe(true);
        expect(given.times(HUNDRED.minus(spread)).dividedBy(HUNDRED).plus("0.00000000000000000001").gte(toAmount)).toBe(
          true,
        );
        expect(cost?.fee.gte(ZERO)).toBe(true);
      }),
    );
  });

  test("debits at most one unit of the balance more than that", () => {
    fc.assert(
      fc.property(positive(9, 8), positive(6, 18), spreads, (toAmount, rate, spread) => {
        const cost = conversionCost(toAmount, rate, spread);
        const one = (cost?.fromAmount ?? ZERO).minus(unitOf(8));
        expect(one.times(rate).times(HUNDRED.minus(spread)).dividedBy(HUNDRED).lt(toAmount)).toBe(true);
      }),
    );
  });

  test("that yields nothing has no cost", () => {
    expect(conversionCost(ONE, ONE, HUNDRED)).toBeNull();
    expect(conversionCost(ONE, ZERO, ZERO)).toBeNull();
  });
});
