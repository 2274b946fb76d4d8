import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { Decimal } from "@/lib/money/decimal";
import { estimatesSince } from "@/lib/payouts/fee-estimate";
import { DEFAULT_PRIORITY } from "@/lib/payouts/fee-priority";
import { selectFeeEstimates } from "@/lib/payouts/typical-fees-repo";

/** What one transfer of a service costs whoever sends it, in the network's native currency; null where that is not known now. */
export type TypicalFeeOf = (service: CatalogService) => Decimal | null;

/**
 * From the figures that the worker has written down of late; what is older says nothing any more. One read for all services, and no
 * node is asked.
 */
export async function readTypicalFees(now: Date): Promise<TypicalFeeOf> {
  const fees = await selectFeeEstimates(DEFAULT_PRIORITY, estimatesSince(now));
  return ({ currency, network }) => fees.get(`${network.code}:${currency.code}`) ?? null;
}
