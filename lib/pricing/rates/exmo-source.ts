import { z } from "zod";
import { fetchJson } from "@/lib/pricing/rates/fetch-json";
import type { RateSource } from "@/lib/pricing/rates/rate-source";
import { pickPrices } from "@/lib/pricing/rates/read-prices";

const EXMO = "https://api.exmo.com";

/** Markets without life stay in the list with what they last said, months ago; their own time tells. */
const TICKER_AGE_MAX_S = 600n;

const exmoAnswer = z.record(z.string(), z.object({ last_trade: z.string(), updated: z.string().regex(/^\d{1,18}$/) }));

/**
 * EXMO ticker: `{"BTC_USD":{"last_trade":"97000.1","updated":1710328243,...}}`, all markets. `updated` is Unix seconds, as
 * a number or as text. Source: documenter.getpostman.com/view/10287440/SzYXWKPi, "ticker".
 */
export function createExmoSource(options: { readonly origin?: string; readonly now?: () => Date } = {}): RateSource {
  const name = "Exmo";
  const url = `${options.origin ?? EXMO}/v1.1/ticker`;
  const now = options.now ?? (() => new Date());
  return {
    name,
    fetchPrices: async (pairs, signal) => {
      const tickers = await fetchJson({ source: name, url, schema: exmoAnswer, signal });
      const oldest = BigInt(Math.floor(now().getTime() / 1000)) - TICKER_AGE_MAX_S;
      const prices = new Map<string, string>();
      for (const [symbol, ticker] of Object.entries(tickers)) {
        if (BigInt(ticker.updated) >= oldest) prices.set(symbol, ticker.last_trade);
      }
      return pickPrices(pairs, prices, (pair) => `${pair.base}_${pair.quote}`);
    },
  };
}
