/**
 * The rate sources that a request may name in `course_source`, in the spelling of invoices. Payouts
 * use `BinanceP2p`; any case is accepted.
 */
export const RATE_SOURCE_NAMES = ["Binance", "BinanceP2P", "Exmo", "Kucoin"] as const;

export type RateSourceName = (typeof RATE_SOURCE_NAMES)[number];

/** The gateway's own source where rates come from a file. Not available in `course_source`. */
export const SANDBOX_SOURCE = "Sandbox";

/** Returns the source with this name, or null when there is none. */
export function parseSourceName(text: string): RateSourceName | null {
  const wanted = text.toLowerCase();
  return RATE_SOURCE_NAMES.find((name) => name.toLowerCase() === wanted) ?? null;
}

/**
 * Sources of the gateway's own rates in order of preference: by trading volume, with P2P adverts
 * last. One source prices a currency; rates are never averaged, and never selected for being the
 * best.
 */
const OWN_ORDER: readonly RateSourceName[] = ["Binance", "Kucoin", "Exmo", "BinanceP2P"];

/**
 * Returns the sources to use for a currency: the named one first, then the order of the gateway's
 * own rates.
 */
export function sourceOrder(named: RateSourceName | null): readonly RateSourceName[] {
  if (named === null) return OWN_ORDER;
  // Adverts cover national currencies; coins are then priced by the same exchange's own market.
  return [named, ...OWN_ORDER.filter((name) => name !== named)];
}
