import { Decimal, decimal, HUNDRED, ONE, ZERO } from "@/lib/kernel/money/decimal";
import { roundFee, roundUpToUnit } from "@/lib/kernel/money/rounding";

/**
 * Decimals of a converted amount before it is rounded up to a payable unit: the scale of the
 * column.
 */
const BASE_DECIMALS = 18;
const HALF_EVEN = 6;

export type PriceTerms = {
  /** In the invoice's currency. */
  readonly amount: Decimal;
  /** Units of the coin for one unit of the invoice's currency. */
  readonly rate: Decimal;
  /** -99..100, or null. */
  readonly discountPercent: number | null;
  /** 0..100: percentage of the commission that the payer bears. */
  readonly subtractPercent: number;
  /** As a fraction. */
  readonly commissionRate: Decimal;
  /** Decimals of the coin's payable unit. */
  readonly payableDecimals: number;
};

export type Price = {
  /** The converted amount, before discount and commission. */
  readonly baseAmount: Decimal;
  /** What the payer owes; zero at a discount of 100 %. */
  readonly payerAmount: Decimal;
  readonly discount: Decimal;
};

/**
 * payer amount = converted amount x (1 - discount) x (1 + c x s), rounded up to the payable unit
 * (money.md, "Invoices and quotes"). `discount` is payer amount - converted amount when only a
 * discount applies, so that amount + discount = payer amount; with a commission share it is only
 * the discount's own part.
 */
export function priceOf(terms: PriceTerms): Price {
  const baseAmount = terms.amount.times(terms.rate).toDecimalPlaces(BASE_DECIMALS, HALF_EVEN);
  const kept = ONE.minus(percent(terms.discountPercent ?? 0));
  const borne = ONE.plus(terms.commissionRate.times(percent(terms.subtractPercent)));
  const payerAmount = roundUpToUnit(baseAmount.times(kept).times(borne), terms.payableDecimals);
  const noDiscount = (terms.discountPercent ?? 0) === 0;
  const alone = terms.subtractPercent === 0 || terms.commissionRate.isZero();
  const discount = alone ? payerAmount.minus(baseAmount) : baseAmount.times(kept).minus(baseAmount);
  return {
    baseAmount,
    payerAmount,
    discount: noDiscount ? decimal("0") : discount.toDecimalPlaces(BASE_DECIMALS, HALF_EVEN),
  };
}

export type CommissionTerms = {
  /** As a fraction. */
  readonly commissionRate: Decimal;
  readonly commissionFixed: Decimal;
  /** 0..100: percentage of the commission that the payer bears. */
  readonly subtractPercent: number;
};

/**
 * Commission on a received amount R: R x c / (1 + c x s) plus the fixed part, half-even at 8
 * decimals, never more than R.
 */
export function commissionOn(received: Decimal, terms: CommissionTerms): Decimal {
  const borne = ONE.plus(terms.commissionRate.times(percent(terms.subtractPercent)));
  const commission = roundFee(received.times(terms.commissionRate).dividedBy(borne).plus(terms.commissionFixed));
  return commission.gt(received) ? received : commission;
}

/**
 * Returns the commission of each part after `before`: the increase of the total's commission, so
 * that two halves pay the same as one whole. If rounding requires more than a tiny part's amount,
 * that part bears its full amount and the next one the rest.
 */
export function spreadCommission(
  before: { readonly received: Decimal; readonly kept: Decimal },
  amounts: readonly Decimal[],
  terms: CommissionTerms,
): Decimal[] {
  let { received, kept } = before;
  return amounts.map((amount) => {
    received = received.plus(amount);
    const grown = commissionOn(received, terms).minus(kept);
    const commission = Decimal.max(ZERO, Decimal.min(grown, amount));
    kept = kept.plus(commission);
    return commission;
  });
}

function percent(whole: number): Decimal {
  return decimal(BigInt(whole)).dividedBy(HUNDRED);
}
