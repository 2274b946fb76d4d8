import { z } from "zod";
import { fetchJson, type RateSource } from "@/lib/pricing/rates/rate-source";
import { pickPrices } from "@/lib/pricing/rates/read-prices";

export const BINANCE = "https://api.binance.com";

const binanceAnswer = z.array(z.object({ symbol: z.string(), price: z.string() }));

/**
 * Binance spot, symbol price ticker: `[{"symbol":"BTCUSDT","price":"97000.01000000"}]`. Requests
 * all markets in one call, because a list with one delisted symbol is rejected as a whole; only
 * trading ones, because the others keep their last price forever. Source:
 * binance/binance-spot-api-docs, "Symbol price ticker".
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

export const KUCOIN = "https://api.kucoin.com";

/** `last` is null while a listed market has had no trade. */
const kucoinAnswer = z.object({
  code: z.literal("200000"),
  data: z.object({ ticker: z.array(z.object({ symbol: z.string(), last: z.string().nullish() })) }),
});

/**
 * KuCoin spot, all tickers:
 * `{"code":"200000","data":{"time":...,"ticker":[{"symbol":"BTC-USDT","last":"97000.1"}]}}`, a
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

export const EXMO = "https://api.exmo.com";

/**
 * Inactive markets stay in the list with a price that is months old; their own time stamp reveals
 * it.
 */
const TICKER_AGE_MAX_S = 600n;

const exmoAnswer = z.record(z.string(), z.object({ last_trade: z.string(), updated: z.string().regex(/^\d{1,18}$/) }));

/**
 * EXMO ticker: `{"BTC_USD":{"last_trade":"97000.1","updated":1710328243,...}}`, all markets.
 * `updated` is Unix seconds, as a number or as text. Source:
 * documenter.getpostman.com/view/10287440/SzYXWKPi, "ticker".
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
