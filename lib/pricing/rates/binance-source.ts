import { z } from "zod";
import { fetchJson } from "@/lib/pricing/rates/fetch-json";
import type { RateSource } from "@/lib/pricing/rates/rate-source";
import { pickPrices } from "@/lib/pricing/rates/read-prices";

const BINANCE = "https://api.binance.com";

const binanceAnswer = z.array(z.object({ symbol: z.string(), price: z.string() }));

/**
 * Binance spot, symbol price ticker: `[{"symbol":"BTCUSDT","price":"97000.01000000"}]`. All markets in one call, because
 * a list with one delisted symbol in it is refused as a whole; only those that trade, because the others keep their last
 * price for ever. Source: binance/binance-spot-api-docs, "Symbol price ticker".
 */
export function createBinanceSource(options: { readonly origin?: string } = {}): RateSource {
  const name = "Binance";
  const url = `${options.origin ?? BINANCE}/api/v3/ticker/price?symbolStatus=TRADING`;
  return {
    name,
    fetchPrices: async (pairs, signal) => {
      const tickers = await fetchJson({ source: name, url, schema: binanceAnswer, signal });
      const prices = new Map(tickers.map((ticker) => [ticker.symbol, ticker.price]));
      return pickPrices(pairs, prices, (pair) => `${pair.base}${pair.quote}`);
    },
  };
}
