import type { Decimal } from "@/lib/kernel/money/decimal";

/** A market: units of `quote` for one unit of `base`. Codes as in the catalog, upper case. */
export type Pair = { readonly base: string; readonly quote: string };

export type PairPrice = Pair & { readonly price: Decimal };

/** One place that prices come from. */
export type RateSource = {
  readonly name: string;
  /**
   * Asks for the present prices. What the source does not trade, or prices at nothing sensible, is left out.
   *
   * @throws RateSourceError when the source does not answer, or answers in another shape than its own
   */
  readonly fetchPrices: (pairs: readonly Pair[], signal: AbortSignal) => Promise<readonly PairPrice[]>;
};

export class RateSourceError extends Error {
  readonly source: string;

  constructor(source: string, message: string, options?: ErrorOptions) {
    super(`${source}: ${message}`, options);
    this.name = "RateSourceError";
    this.source = source;
  }
}

/** USD is what prices are counted in; USDT is what most markets are quoted in. */
export const USD = "USD";
export const TETHER = "USDT";

/** Every market that can lead from these currencies to dollars. */
export function wantedPairs(currencies: {
  readonly crypto: readonly string[];
  readonly fiat: readonly string[];
}): readonly Pair[] {
  const fiat = currencies.fiat.filter((code) => code !== USD);
  return [
    ...[...currencies.crypto, ...fiat].map((base) => ({ base, quote: USD })),
    ...[...currencies.crypto, ...fiat].filter((base) => base !== TETHER).map((base) => ({ base, quote: TETHER })),
    ...fiat.map((quote) => ({ base: TETHER, quote })),
  ];
}
