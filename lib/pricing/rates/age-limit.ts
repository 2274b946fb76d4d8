import { env } from "@/lib/kernel/env";
import type { RateSourceName } from "@/lib/pricing/rates/source-name";

/** Adverts are asked for one currency at a time and move slowly: to quote, five times the limit of a market. */
const ADVERT_SOURCE: RateSourceName = "BinanceP2P";
const ADVERT_AGE_FACTOR = 5;

/**
 * What a price is for. `quote`: to say what something costs, which a payer may take or leave for a while anyway. `exchange`: the gateway buys or sells
 * at it, and whoever sees the market first would gain what it has moved since.
 */
export type RateUse = "quote" | "exchange";

/** Up to which age a source's price may be used. The settings are RATE_AGE_MAX_S and EXCHANGE_RATE_AGE_MAX_S, of which the shorter counts. */
export function ageLimitMs(source: string, use: RateUse = "quote"): number {
  const { RATE_AGE_MAX_S: quoted, EXCHANGE_RATE_AGE_MAX_S: exchanged } = env();
  if (use === "exchange") return Math.min(quoted, exchanged) * 1_000;
  return quoted * 1_000 * (source === ADVERT_SOURCE ? ADVERT_AGE_FACTOR : 1);
}
