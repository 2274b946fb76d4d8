import { parsePrice } from "@/lib/pricing/rates/parse-price";
import type { Pair, PairPrice } from "@/lib/pricing/rates/rate-source";

/** Picks the wanted pairs out of a source's list of markets; `symbolOf` spells a pair as the source does. */
export function pickPrices(
  pairs: readonly Pair[],
  prices: ReadonlyMap<string, string>,
  symbolOf: (pair: Pair) => string,
): readonly PairPrice[] {
  return pairs.flatMap((pair) => {
    const text = prices.get(symbolOf(pair));
    const price = text === undefined ? null : parsePrice(text);
    return price === null ? [] : [{ ...pair, price }];
  });
}
