import { env } from "@/lib/env";
import type { RateSourceName } from "@/lib/rates/source-name";

/** Adverts are asked for one currency at a time and move slowly: five times the limit of a market. */
const ADVERT_SOURCE: RateSourceName = "BinanceP2P";
const ADVERT_AGE_FACTOR = 5;

/** Up to which age a source's price may be quoted. The setting is RATE_AGE_MAX_S. */
export function ageLimitMs(source: string): number {
  const limit = env().RATE_AGE_MAX_S * 1_000;
  return source === ADVERT_SOURCE ? limit * ADVERT_AGE_FACTOR : limit;
}
