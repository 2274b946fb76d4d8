import type { Decimal } from "@/lib/kernel/money/decimal";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import type { FeePriority } from "@/lib/sending/fees/fee-priority";
import { type FeeKey, selectFeeEstimate } from "@/lib/sending/fees/fee-quotes-repo";

/** A chain's figure that is older says nothing any more. */
const ESTIMATE_MS_MAX = 600_000;

/**
 * What one transfer costs on the service's network right now, in the network's native currency and without any margin; null when the
 * worker has not looked lately. The web process asks no node: the worker writes `payout_fee_estimates`. Without a figure the configured
 * fees hold.
 */
export async function findFeeEstimate(
  service: CatalogService,
  priority: FeePriority,
  now: Date,
): Promise<Decimal | null> {
  return await selectFeeEstimate(feeKey(service, priority), estimatesSince(now));
}

/** Figures from before this moment say nothing any more. */
export function estimatesSince(now: Date): Date {
  return new Date(now.getTime() - ESTIMATE_MS_MAX);
}

/** How the tables name a service at a level. */
export function feeKey(service: CatalogService, priority: FeePriority): FeeKey {
  return { currencyCode: service.currency.code, networkCode: service.network.code, priority };
}
