import { database } from "@/lib/db";
import { type Decimal, decimal } from "@/lib/money/decimal";
import type { FeePriority } from "@/lib/payouts/fee-priority";

/** The chains' figures from after `since` at a level, in native currencies, by `<network>:<currency>`. */
export async function selectFeeEstimates(priority: FeePriority, since: Date): Promise<ReadonlyMap<string, Decimal>> {
  const rows = await database().payoutFeeEstimate.findMany({
    where: { priority, observedAt: { gt: since } },
    select: { networkCode: true, currencyCode: true, amount: true },
  });
  return new Map(rows.map((row) => [`${row.networkCode}:${row.currencyCode}`, decimal(row.amount)]));
}
