import { cachedRead } from "@/lib/kernel/cached-read";
import { database } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { DEFAULT_PRIORITY, type FeePriority } from "@/lib/sending/fees/fee-priority";
import { type FeeKey, selectFeeEstimate } from "@/lib/sending/fees/fee-quotes-repo";

/** Older estimates are considered stale. */
const ESTIMATE_MS_MAX = 600_000;

/**
 * Returns the current cost of one transfer on the service's network, in the network's native
 * currency and without a margin; null when the worker has no recent estimate. The web process
 * queries no node: the worker writes `payout_fee_estimates`. Without an estimate the configured
 * fees apply.
 */
export async function findFeeEstimate(
  service: CatalogService,
  priority: FeePriority,
  now: Date,
): Promise<Decimal | null> {
  return await selectFeeEstimate(feeKey(service, priority), estimatesSince(now));
}

/** Returns the time before which estimates are stale. */
export function estimatesSince(now: Date): Date {
  return new Date(now.getTime() - ESTIMATE_MS_MAX);
}

/** Returns the key of a service and priority in the tables. */
export function feeKey(service: CatalogService, priority: FeePriority): FeeKey {
  return { currencyCode: service.currency.code, networkCode: service.network.code, priority };
}

/**
 * Returns the typical cost of one transfer of a service, whoever sends it, in the network's native
 * currency; null if currently unknown.
 */
type TypicalFeeOf = (service: CatalogService) => Decimal | null;

/** Every view of a payment page reads it; the worker writes new estimates once a minute. */
const KEPT_MS = 10_000;

const cache = cachedRead(() => selectFeeEstimates(DEFAULT_PRIORITY, estimatesSince(new Date())), KEPT_MS);

/**
 * Reads the worker's recent estimates, without stale ones. Cached for at most ten seconds, one
 * query for all services, no request to a node.
 */
export async function readTypicalFees(): Promise<TypicalFeeOf> {
  const fees = await cache.get();
  return ({ currency, network }) => fees.get(`${network.code}:${currency.code}`) ?? null;
}

/** Makes the next reader of this process see current values: for tests. */
export function clearTypicalFeesCache(): void {
  cache.clear();
}

/**
 * Selects the estimates after `since` for a priority, in native currencies, by
 * `<network>:<currency>`.
 */
async function selectFeeEstimates(priority: FeePriority, since: Date): Promise<ReadonlyMap<string, Decimal>> {
  const rows = await database().payoutFeeEstimate.findMany({
    where: { priority, observedAt: { gt: since } },
    select: { networkCode: true, currencyCode: true, amount: true },
  });
  return new Map(rows.map((row) => [`${row.networkCode}:${row.currencyCode}`, decimal(row.amount)]));
}
