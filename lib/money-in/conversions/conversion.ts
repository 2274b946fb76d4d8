import type { Tx } from "@/lib/kernel/db";
import { type Decimal, HUNDRED, ONE } from "@/lib/kernel/money/decimal";
import { roundDown, roundFee } from "@/lib/kernel/money/rounding";
import type { Merchant } from "@/lib/people/merchants/merchant";
import { type FoundRate, findFreshRate } from "@/lib/pricing/rates/queries";

/** Decimals of what a conversion gives. */
const OUTPUT_DECIMALS = 8;
/** Scale of a rate. */
const RATE_DECIMALS = 30;
const HALF_EVEN = 6;

type ConversionAmounts = {
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

/** The one currency that credits are converted to. */
export const CONVERTED_TO = "USDT";

/** What a conversion gave for what. */
export type Conversion = {
  readonly merchantId: string;
  readonly fromCode: string;
  readonly fromAmount: Decimal;
  readonly toCode: string;
  /** After the fee. */
  readonly toAmount: Decimal;
  /** In `toCode`. */
  readonly fee: Decimal;
  /** Units of `toCode` for one of `fromCode`, before the fee. */
  readonly rate: Decimal;
  readonly rateSource: string;
  readonly rateAt: Date;
};

/** Whether a merchant that has `coins` converted has a credit in this currency converted. USDT itself never is. */
export function isConverted(coins: readonly string[], currency: string): boolean {
  return currency !== CONVERTED_TO && coins.includes(currency);
}

/**
 * Our own rate of a coin right now, before the spread; null while there is none that the gateway exchanges at. Never the source that an invoice
 * names: that one only sizes its amount. `tx` when a transaction is open, so that no second connection is waited for.
 */
export async function findConversionRate(currency: string, tx?: Tx): Promise<FoundRate | null> {
  return await findFreshRate({ from: currency, to: CONVERTED_TO, use: "exchange" }, tx);
}

type ExpectedConversion = {
  readonly toCode: string;
  /** Units of it for one of the coin at this moment, before the fee. That of the credit will be another one. */
  readonly rate: Decimal;
};

/** What a credit in this coin would be converted to now: for a quote to show. Null without a conversion, or without a fresh rate. */
export async function expectedConversion(
  merchant: Pick<Merchant, "convertedCoins">,
  currency: string,
): Promise<ExpectedConversion | null> {
  if (!isConverted(merchant.convertedCoins, currency)) return null;
  const found = await findConversionRate(currency);
  return found && { toCode: CONVERTED_TO, rate: found.rate };
}
