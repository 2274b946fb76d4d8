import { type Decimal, HUNDRED, ONE } from "@/lib/money/decimal";
import { roundDown, roundFee } from "@/lib/money/rounding";

/** Decimals of what a conversion gives. */
const OUTPUT_DECIMALS = 8;
/** Scale of a rate. */
const RATE_DECIMALS = 30;
const HALF_EVEN = 6;

export type ConversionAmounts = {
  /** Given, after the fee: rounded down. */
  readonly toAmount: Decimal;
  /** The gateway's, half to even at 8 decimals. */
  readonly fee: Decimal;
};

/** What `amount` gives at `rate` (units given for one, before the fee) when the gateway keeps `spreadPercent` of the outcome. */
export function convertedAmounts(amount: Decimal, rate: Decimal, spreadPercent: Decimal): ConversionAmounts {
  const gross = amount.times(rate);
  const fee = roundFee(gross.times(spreadPercent).dividedBy(HUNDRED));
  return { toAmount: roundDown(gross.minus(fee), OUTPUT_DECIMALS), fee };
}

/** The rate with the spread in it: amount x this is what is given. */
export function rateAfterSpread(rate: Decimal, spreadPercent: Decimal): Decimal {
  return rate.times(ONE.minus(spreadPercent.dividedBy(HUNDRED))).toDecimalPlaces(RATE_DECIMALS, HALF_EVEN);
}
