import type { CatalogService } from "@/lib/catalog/catalog-types";
import { feeKey, findFeeEstimate } from "@/lib/payouts/fee-estimate";
import { appliedPriority, type FeePriority } from "@/lib/payouts/fee-priority";
import { type FeeQuote, findValidQuote, insertQuoteOnce } from "@/lib/payouts/fee-quotes-repo";
import { coveredCost, priceFee } from "@/lib/payouts/price-fee";

/** How long a calculation's fee holds for the payout that follows it. */
const QUOTE_MS = 60_000;

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
  const quote = {
    fixed: await priceFee(service, estimate),
    percent: service.payoutFeePercent,
    estimate: await coveredCost(service, estimate),
    validUntil: new Date(now.getTime() + QUOTE_MS),
  };
  return await insertQuoteOnce(key, quote, now);
}
