import { z } from "zod";
import { fetchJson } from "@/lib/pricing/rates/fetch-json";
import type { RateSource } from "@/lib/pricing/rates/rate-source";
import { pickPrices } from "@/lib/pricing/rates/read-prices";

const KUCOIN = "https://api.kucoin.com";

/** `last` is null while a listed market has had no trade. */
const kucoinAnswer = z.object({
  code: z.literal("200000"),
  data: z.object({ ticker: z.array(z.object({ symbol: z.string(), last: z.string().nullish() })) }),
});

/**
 * KuCoin spot, all tickers: `{"code":"200000","data":{"time":...,"ticker":[{"symbol":"BTC-USDT","last":"97000.1"}]}}`, a
 * snapshot every two seconds. Source: kucoin.com/docs-new, "Get All Tickers".
 */
export function createKucoinSource(options: { readonly origin?: string } = {}): RateSource {
  const name = "Kucoin";
  const url = `${options.origin ?? KUCOIN}/api/v1/market/allTickers`;
  return {
    name,
    fetchPrices: async (pairs, signal) => {
      const { data } = await fetchJson({ source: name, url, schema: kucoinAnswer, signal });
      const prices = new Map(data.ticker.map((ticker) => [ticker.symbol, ticker.last ?? ""]));
      return pickPrices(pairs, prices, (pair) => `${pair.base}-${pair.quote}`);
    },
  };
}
