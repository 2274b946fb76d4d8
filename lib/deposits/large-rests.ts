import type { Catalog } from "@/lib/catalog/queries";
import type { ArrivalCost, ScanResult, Transfer } from "@/lib/chains/driver";
import { fromBaseUnits } from "@/lib/money/base-units";

type Told = { readonly costs: readonly ArrivalCost[]; readonly rests: readonly Transfer[] };

/**
 * Native coin that came along with tokens, and what it makes of the costs of arrivals, which are less by it. Where it reaches the least payment of its
 * coin it may be somebody's payment, said in strange words: it is a deposit then, for people to decide, and the cost is without it. Less
 * than that, or at a hot wallet, it stays in the costs: nobody means it as a payment.
 */
export function takeLargeRests(
  catalog: Catalog,
  networkCode: string,
  { costs = [], rests = [] }: Pick<ScanResult, "costs" | "rests">,
  isHot: (address: string) => boolean,
): Told {
  const native = catalog.serviceOfAsset(networkCode, null);
  const large = rests.filter(
    ({ units, to }) =>
      native !== null && !isHot(to.address) && fromBaseUnits(units, native.decimals).gte(native.paymentMin),
  );
  if (large.length === 0) return { costs, rests: [] };
  const added = large.flatMap(({ transactionId, to: { address }, units, block }) =>
    block === null ? [] : [{ transactionId, address, units, block }],
  );
  return { costs: sumUp([...costs, ...added]), rests: large };
}

/** Each transaction has one account. What cancels out leaves nothing to be booked. */
function sumUp(costs: readonly ArrivalCost[]): readonly ArrivalCost[] {
  const sums = new Map<string, ArrivalCost>();
  for (const cost of costs) {
    const units = cost.units + (sums.get(cost.transactionId)?.units ?? 0n);
    sums.set(cost.transactionId, { ...cost, units });
  }
  return [...sums.values()].filter(({ units }) => units !== 0n);
}
