import { Decimal, HUNDRED, ONE, ZERO } from "@/lib/money/decimal";
import { roundDown, roundFee, roundUpToUnit } from "@/lib/money/rounding";

/** Decimals of what a conversion takes from a balance. */
const BALANCE_DECIMALS = 8;

/** What a payout costs: a fixed part in the coin, and percent of the amount on top. */
type FeeTerms = { readonly fixed: Decimal; readonly percent: Decimal };

type AmountTerms = {
  /** In the coin. */
  readonly amount: Decimal;
  readonly isSubtract: boolean;
  readonly fee: FeeTerms;
  /** Decimals of the coin's payable unit: at most 8, and none finer than the chain carries. */
  readonly payableDecimals: number;
};

/** In the coin; `covered` = `sent` + `commission` is what a balance, or a conversion, has to give. */
export type PayoutAmounts = { readonly sent: Decimal; readonly commission: Decimal; readonly covered: Decimal };

/** A fiat amount in a coin: rounded down, so that nobody sends more than was asked for. */
export function amountInCoin(amount: Decimal, rate: Decimal, payableDecimals: number): Decimal {
  return roundDown(amount.times(rate), payableDecimals);
}

/**
 * Who bears the fee: with `isSubtract` the balance gives amount + fee and the amount is sent; without, the balance gives the amount
 * and amount - fee is sent, which may be nothing or less. The fee is rounded to whole payable units of the coin, so that what is
 * sent can be sent.
 */
export function payoutAmounts({ amount, isSubtract, fee, payableDecimals }: AmountTerms): PayoutAmounts {
  const exact = fee.fixed.plus(amount.times(fee.percent).dividedBy(HUNDRED));
  const commission = roundUpToUnit(roundFee(exact), payableDecimals);
  return isSubtract
    ? { sent: amount, commission, covered: amount.plus(commission) }
    : { sent: amount.minus(commission), commission, covered: amount };
}

/** `fromAmount`: taken from the other balance. `fee`: what the conversion keeps, in the coin. */
type ConversionCost = { readonly fromAmount: Decimal; readonly fee: Decimal };

/**
 * What has to be converted to be given `toAmount` of the coin, at `rate` (units of the coin for one, before the fee) when the gateway
 * keeps `spreadPercent` of the outcome. The debit is rounded up; the fee has what the rounding brings. Null when nothing would be
 * given, however much is converted.
 */
export function conversionCost(toAmount: Decimal, rate: Decimal, spreadPercent: Decimal): ConversionCost | null {
  const given = rate.times(ONE.minus(spreadPercent.dividedBy(HUNDRED)));
  if (!given.gt("0")) return null;
  const fromAmount = roundUpToUnit(toAmount.dividedBy(given), BALANCE_DECIMALS);
  return { fromAmount, fee: Decimal.max(ZERO, roundFee(fromAmount.times(rate).minus(toAmount))) };
}
