import type { CatalogService } from "@/lib/catalog/catalog-types";
import { keepRead } from "@/lib/kept-read";
import type { Decimal } from "@/lib/money/decimal";
import { estimatesSince } from "@/lib/payouts/fee-estimate";
import { DEFAULT_PRIORITY } from "@/lib/payouts/fee-priority";
import { selectFeeEstimates } from "@/lib/payouts/typical-fees-repo";

/** What one transfer of a service costs whoever sends it, in the network's native currency; null where that is not known now. */
export type TypicalFeeOf = (service: CatalogService) => Decimal | null;

/** Every look at a payment page asks; the worker writes new figures once a minute. */
const KEPT_MS = 10_000;

const kept = keepRead(() => selectFeeEstimates(DEFAULT_PRIORITY, estimatesSince(new Date())), KEPT_MS);

/**
 * From the figures that the worker has written down of late; what is older says nothing any more. At most ten seconds old, one read for
 * all services, and no node is asked.
 */
export async function readTypicalFees(): Promise<TypicalFeeOf> {
  const fees = await kept.get();
  return ({ currency, network }) => fees.get(`${network.code}:${currency.code}`) ?? null;
}

/** The next reader of this process sees what is written now: for tests. */
export function forgetTypicalFees(): void {
  kept.forget();
}
