import { cachedRead } from "@/lib/kernel/cached-read";
import { database } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { DEFAULT_PRIORITY, type FeePriority } from "@/lib/sending/fees/fee-priority";
import { type FeeKey, selectFeeEstimate } from "@/lib/sending/fees/fee-quotes-repo";

/** A chain's figure that is older says nothing any more. */
const ESTIMATE_MS_MAX = 600_000;

/**
 * What one transfer costs on the service's network right now, in the network's native currency and
 * without any margin; null when the worker has not looked lately. The web process asks no node: the
 * worker writes `payout_fee_estimates`. Without a figure the configured fees hold.
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

/**
 * What one transfer of a service costs whoever sends it, in the network's native currency; null
 * where that is not known now.
 */
type TypicalFeeOf = (service: CatalogService) => Decimal | null;

/** Every look at a payment page asks; the worker writes new figures once a minute. */
const KEPT_MS = 10_000;

const cache = cachedRead(() => selectFeeEstimates(DEFAULT_PRIORITY, estimatesSince(new Date())), KEPT_MS);

/**
 * From the figures that the worker has written down of late; what is older says nothing any more.
 * At most ten seconds old, one read for all services, and no node is asked.
 */
export async function readTypicalFees(): Promise<TypicalFeeOf> {
  const fees = await cache.get();
  return ({ currency, network }) => fees.get(`${network.code}:${currency.code}`) ?? null;
}

/** The next reader of this process sees what is written now: for tests. */
export function clearTypicalFeesCache(): void {
  cache.clear();
}

/**
 * The chains' figures from after `since` at a level, in native currencies, by
 * `<network>:<currency>`.
 */
async function selectFeeEstimates(priority: FeePriority, since: Date): Promise<ReadonlyMap<string, Decimal>> {
  const rows = await database().payoutFeeEstimate.findMany({
    where: { priority, observedAt: { gt: since } },
    select: { networkCode: true, currencyCode: true, amount: true },
  });
  return new Map(rows.map((row) => [`${row.networkCode}:${row.currencyCode}`, decimal(row.amount)]));
}
