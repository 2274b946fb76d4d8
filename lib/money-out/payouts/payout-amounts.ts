import { Decimal, decimal, HUNDRED, ONE, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown, roundFee, roundUpToUnit } from "@/lib/kernel/money/rounding";
import { refusal } from "@/lib/kernel/refusals";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { findRate } from "@/lib/pricing/rates/queries";
import { StaleRateError } from "@/lib/pricing/rates/repo";

/** Network fees may rise between the quote and the block. */
const MARGIN = decimal("1.25");
/** Precision of the database column. */
const NATIVE_DECIMALS = 18;

/**
 * Returns the fixed part of a payout's fee for this service, in the coin: the configured fee, or
 * the chain's estimate (in its native currency) plus a margin if that is higher.
 *
 * @throws AppError `terminal_not_found` when the estimate cannot be converted to the coin: a guess
 *   could cost the gateway more
 */
export async function priceFee(service: CatalogService, estimate: Decimal | null): Promise<Decimal> {
  if (estimate === null) return service.payoutFeeFixed;
  const live = roundUpToUnit(estimate.times(MARGIN).times(await nativeRate(service)), service.payableDecimals);
  return Decimal.max(service.payoutFeeFixed, live);
}

/**
 * Returns the network cost that the fixed part covers, in the native currency: the chain's
 * estimate, or the value of the configured fee if that is higher. A send waits while its cost is
 * more than twice that. Null if there is no recent estimate.
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

/** Decimals of the amount that a conversion debits. */
const BALANCE_DECIMALS = 8;

/** A payout's fee: a fixed part in the coin, plus a percentage of the amount. */
type FeeTerms = { readonly fixed: Decimal; readonly percent: Decimal };

type AmountTerms = {
  /** In the coin. */
  readonly amount: Decimal;
  readonly isSubtract: boolean;
  readonly fee: FeeTerms;
  /** Decimals of the coin's payable unit: at most 8, and never more than the chain supports. */
  readonly payableDecimals: number;
};

/**
 * In the coin; `covered` = `sent` + `commission` is what a balance, or a conversion, has to
 * provide.
 */
export type PayoutAmounts = { readonly sent: Decimal; readonly commission: Decimal; readonly covered: Decimal };

/** Converts a fiat amount to a coin, rounded down so that no more is sent than requested. */
export function amountInCoin(amount: Decimal, rate: Decimal, payableDecimals: number): Decimal {
  return roundDown(amount.times(rate), payableDecimals);
}

/**
 * Applies the fee: with `isSubtract` the balance pays amount + fee and the amount is sent;
 * otherwise the balance pays the amount, and amount - fee is sent, which may be zero or negative.
 * The fee is rounded up to whole payable units of the coin, so that the sent amount is payable.
 */
export function payoutAmounts({ amount, isSubtract, fee, payableDecimals }: AmountTerms): PayoutAmounts {
  const exact = fee.fixed.plus(amount.times(fee.percent).dividedBy(HUNDRED));
  const commission = roundUpToUnit(roundFee(exact), payableDecimals);
  return isSubtract
    ? { sent: amount, commission, covered: amount.plus(commission) }
    : { sent: amount.minus(commission), commission, covered: amount };
}

/** `fromAmount`: debited from the other balance. `fee`: what the conversion keeps, in the coin. */
type ConversionCost = { readonly fromAmount: Decimal; readonly fee: Decimal };

/**
 * Returns how much to convert to obtain `toAmount` of the coin, at `rate` (units of the coin per
 * unit, before the fee) when the gateway keeps `spreadPercent` of the result. The debit is rounded
 * up; the fee includes the rounding difference. Null when any conversion would yield nothing.
 */
export function conversionCost(toAmount: Decimal, rate: Decimal, spreadPercent: Decimal): ConversionCost | null {
  const given = rate.times(ONE.minus(spreadPercent.dividedBy(HUNDRED)));
  if (!given.gt("0")) return null;
  const fromAmount = roundUpToUnit(toAmount.dividedBy(given), BALANCE_DECIMALS);
  return { fromAmount, fee: Decimal.max(ZERO, roundFee(fromAmount.times(rate).minus(toAmount))) };
}
