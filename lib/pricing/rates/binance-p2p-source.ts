import { z } from "zod";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { fetchJson, type Pair, type PairPrice, type RateSource, TETHER, USD } from "@/lib/pricing/rates/rate-source";
import { parsePrice } from "@/lib/pricing/rates/read-prices";

const ORIGIN = "https://p2p.binance.com";
const PATH = "/bapi/c2c/v2/friendly/c2c/adv/search";

/**
 * This many consecutive failures mean that the site is down, not that it does not know a currency.
 */
const FAILURES_IN_A_ROW_MAX = 3;

/** One page of the cheapest adverts. Fewer than three are not representative of a market. */
const ADVERTS_ASKED = 10;
const ADVERTS_MIN = 3;

const answer = z.object({
  code: z.literal("000000"),
  data: z.array(z.object({ adv: z.object({ asset: z.string(), fiatUnit: z.string(), price: z.string() }) })),
});

/**
 * Binance P2P: the median price at which people sell USDT for a national currency, one search per
 * currency. The search is the one that the public page makes; it is not a documented API. Coins
 * other than USDT and the dollar itself are priced by the exchange's market, so only pairs
 * `USDT / fiat` are returned.
 */
export function createBinanceP2pSource(options: { readonly origin?: string } = {}): RateSource {
  const name = "BinanceP2P";
  const url = `${options.origin ?? ORIGIN}${PATH}`;
  const search = async ({ quote: fiat }: Pair, signal: AbortSignal): Promise<Decimal | null> => {
    const body = {
      asset: TETHER,
      fiat,
      tradeType: "BUY",
      page: 1,
      rows: ADVERTS_ASKED,
      payTypes: [],
      publisherType: null,
      merchantCheck: false,
    };
    const { data } = await fetchJson({ source: name, url, body, schema: answer, signal });
    const prices = data.flatMap(({ adv }) => {
      const price = adv.asset === TETHER && adv.fiatUnit === fiat ? parsePrice(adv.price) : null;
      return price === null ? [] : [price];
    });
    return prices.length < ADVERTS_MIN ? null : median(prices);
  };
  return {
    name,
    fetchPrices: async (pairs, signal) => {
      const found: PairPrice[] = [];
      const failures: unknown[] = [];
      let failuresInARow = 0;
      // Sequential: a burst of searches is answered with a captcha.
      for (const pair of pairs.filter(({ base, quote }) => base === TETHER && quote !== USD)) {
        try {
          const price = await search(pair, signal);
          if (price !== null) found.push({ ...pair, price });
          failuresInARow = 0;
        } catch (error) {
          failures.push(error);
          failuresInARow += 1;
          if (failuresInARow === FAILURES_IN_A_ROW_MAX) break;
        }
      }
      if (found.length === 0 && failures.length > 0) throw failures[0];
      return found;
    },
  };
}

/** Returns the middle value; for an even number of prices the exact mean of the two middle ones. */
export function median(prices: readonly Decimal[]): Decimal {
  const sorted = prices.toSorted((first, second) => first.comparedTo(second));
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new RangeError("the median of nothing");
  return upper.plus(lower).dividedBy("2");
}
