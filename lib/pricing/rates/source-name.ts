/**
 * The rate sources that a request may name in `course_source`, spelled as invoices spell them.
 * Payouts write `BinanceP2p`; any case is understood.
 */
export const RATE_SOURCE_NAMES = ["Binance", "BinanceP2P", "Exmo", "Kucoin"] as const;

export type RateSourceName = (typeof RATE_SOURCE_NAMES)[number];

/** The gateway's own source where rates come from a file. Not offered in `course_source`. */
export const SANDBOX_SOURCE = "Sandbox";

/** The source that a text names, or null when it names none. */
export function parseSourceName(text: string): RateSourceName | null {
  const wanted = text.toLowerCase();
  return RATE_SOURCE_NAMES.find((name) => name.toLowerCase() === wanted) ?? null;
}

/**
 * Where the gateway's own rates come from, first choice first: by trading volume, and the adverts
 * of people last. One source answers for a currency; rates are never averaged, and never picked for
 * being the best one.
 */
const OWN_ORDER: readonly RateSourceName[] = ["Binance", "Kucoin", "Exmo", "BinanceP2P"];

/**
 * The sources to ask for a currency: the named one first, then the order of the gateway's own
 * rates.
 */
export function sourceOrder(named: RateSourceName | null): readonly RateSourceName[] {
  if (named === null) return OWN_ORDER;
  // The adverts are for national currencies; coins are then priced by the same exchange's own
  // market.
  return [named, ...OWN_ORDER.filter((name) => name !== named)];
}
