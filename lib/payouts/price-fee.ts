import type { CatalogService } from "@/lib/catalog/catalog-types";
import { Decimal, decimal, ONE } from "@/lib/money/decimal";
import { roundDown, roundUpToUnit } from "@/lib/money/rounding";
import { payoutErrors } from "@/lib/payouts/payout-error";
import { findRate } from "@/lib/rates/queries";
import { StaleRateError } from "@/lib/rates/stale-rate-error";

/** A chain's price may rise between the quote and the block. */
const MARGIN = decimal("1.25");
/** As the table keeps it. */
const NATIVE_DECIMALS = 18;

/**
 * The fixed part of what a payout by this service costs, in the coin: what is configured, or the chain's figure (in its native currency)
 * with a margin where that is more.
 *
 * @throws AppError `The terminal was not found` when the chain's figure cannot be put into the coin: a guess could cost the gateway more
 */
export async function priceFee(service: CatalogService, estimate: Decimal | null): Promise<Decimal> {
  if (estimate === null) return service.payoutFeeFixed;
  const live = roundUpToUnit(estimate.times(MARGIN).times(await nativeRate(service)), service.payableDecimals);
  return Decimal.max(service.payoutFeeFixed, live);
}

/**
 * What the network may ask for and still be paid by the fixed part, in its native currency: its own figure, or what the configured fee is
 * worth where that is more. A cost above twice of it makes a send wait. Null where the chain has not been looked at lately.
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
    throw payoutErrors.terminalNotFound({ network: network.code, reason: error.message });
  }
}
