import { Decimal, decimal, HUNDRED, ONE, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown, roundFee, roundUpToUnit } from "@/lib/kernel/money/rounding";
import { refusal } from "@/lib/kernel/refusals";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { findRate } from "@/lib/pricing/rates/queries";
import { StaleRateError } from "@/lib/pricing/rates/repo";

/** A chain's price may rise between the quote and the block. */
const MARGIN = decimal("1.25");
/** As the table keeps it. */
const NATIVE_DECIMALS = 18;

/**
 * The fixed part of what a payout by this service costs, in the coin: what is configured, or the
 * chain's figure (in its native currency) with a margin where that is more.
 *
 * @throws AppError `terminal_not_found` when the chain's figure cannot be put into the coin: a
 *   guess could cost the gateway more
 */
export async function priceFee(service: CatalogService, estimate: Decimal | null): Promise<Decimal> {
  if (estimate === null) return service.payoutFeeFixed;
  const live = roundUpToUnit(estimate.times(MARGIN).times(await nativeRate(service)), service.payableDecimals);
  return Decimal.max(service.payoutFeeFixed, live);
}

/**
 * What the network may ask for and still be paid by the fixed part, in its native currency: its own
 * figure, or what the configured fee is worth where that is more. A cost above twice of it makes a
 * send wait. Null where the chain has not been looked at lately.
 *
 * @throws AppError as {@link priceFee}
 */
export async function coveredCost(service: CatalogService, estimate: Decimal | null): Promise<Decimal | null> {
  if (estimate === null) return null;
  const configured = roundDown(service.payoutFeeFixed.dividedBy(await nativeRate(service)), NATIVE_DECIMALS);
  return Decimal.max(estimate, configured);
}

async function nativeRate({ network, currency }: CatalogService): Promise<Decimal> {
  if (network.nativeCurrency === currency.code) return ONE;
  try {
    return (await findRate({ from: network.nativeCurrency, to: currency.code })).rate;
  } catch (error) {
    if (!(error instanceof StaleRateError)) throw error;
    throw refusal("terminal_not_found", {}, { details: { network: network.code, reason: error.message } });
  }
}

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

/**
 * In the coin; `covered` = `sent` + `commission` is what a balance, or a conversion, has to give.
 */
export type PayoutAmounts = { readonly sent: Decimal; readonly commission: Decimal; readonly covered: Decimal };

/** A fiat amount in a coin: rounded down, so that nobody sends more than was asked for. */
export function amountInCoin(amount: Decimal, rate: Decimal, payableDecimals: number): Decimal {
  return roundDown(amount.times(rate), payableDecimals);
}

/**
 * Who bears the fee: with `isSubtract` the balance gives amount + fee and the amount is sent;
 * without, the balance gives the amount and amount - fee is sent, which may be nothing or less. The
 * fee is rounded to whole payable units of the coin, so that what is sent can be sent.
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
 * What has to be converted to be given `toAmount` of the coin, at `rate` (units of the coin for
 * one, before the fee) when the gateway keeps `spreadPercent` of the outcome. The debit is rounded
 * up; the fee has what the rounding brings. Null when nothing would be given, however much is
 * converted.
 */
export function conversionCost(toAmount: Decimal, rate: Decimal, spreadPercent: Decimal): ConversionCost | null {
  const given = rate.times(ONE.minus(spreadPercent.dividedBy(HUNDRED)));
  if (!given.gt("0")) return null;
  const fromAmount = roundUpToUnit(toAmount.dividedBy(given), BALANCE_DECIMALS);
  return { fromAmount, fee: Decimal.max(ZERO, roundFee(fromAmount.times(rate).minus(toAmount))) };
}
