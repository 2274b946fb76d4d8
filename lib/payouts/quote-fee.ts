import type { CatalogService } from "@/lib/catalog/catalog-types";
import { Decimal, decimal, ONE } from "@/lib/money/decimal";
import { roundUpToUnit } from "@/lib/money/rounding";
import { feeKey, findFeeEstimate } from "@/lib/payouts/fee-estimate";
import { appliedPriority, type FeePriority } from "@/lib/payouts/fee-priority";
import { type FeeQuote, findValidQuote, insertQuoteOnce } from "@/lib/payouts/fee-quotes-repo";
import { payoutErrors } from "@/lib/payouts/payout-error";
import { findRate } from "@/lib/rates/queries";
import { StaleRateError } from "@/lib/rates/stale-rate-error";

/** How long a calculation's fee holds for the payout that follows it. */
const QUOTE_MS = 60_000;
/** A chain's price may rise between the quote and the block. */
const MARGIN = decimal("1.25");

/**
 * What a payout by this service costs: the configured fixed fee, or the chain's figure with a margin where that is more; percent on top
 * as configured. Whoever asks within 60 seconds gets the same quote.
 *
 * @throws AppError `The terminal was not found` when the chain's figure cannot be put into the coin: a guess could cost the gateway more
 */
export async function quoteFee(service: CatalogService, asked: FeePriority, now: Date = new Date()): Promise<FeeQuote> {
  const priority = appliedPriority(service.network, asked);
  const key = feeKey(service, priority);
  const valid = await findValidQuote(key, now);
  if (valid !== null) return valid;
  const estimate = await findFeeEstimate(service, priority, now);
  const live = estimate === null ? null : await inCoin(estimate.times(MARGIN), service);
  const quote = {
    fixed: live === null ? service.payoutFeeFixed : Decimal.max(service.payoutFeeFixed, live),
    percent: service.payoutFeePercent,
    estimate,
    validUntil: new Date(now.getTime() + QUOTE_MS),
  };
  return await insertQuoteOnce(key, quote, now);
}

/** From the network's native currency, rounded up to what the coin can be divided into. */
async function inCoin(amount: Decimal, service: CatalogService): Promise<Decimal> {
  return roundUpToUnit(amount.times(await nativeRate(service)), service.payableDecimals);
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
