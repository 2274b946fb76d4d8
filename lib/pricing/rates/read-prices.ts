import { Decimal, decimal, ONE } from "@/lib/kernel/money/decimal";
import { type Pair, type PairPrice, TETHER, USD } from "@/lib/pricing/rates/rate-source";

/** Decimals of a stored dollar price: the scale of the column, and finer than any source quotes. */
export const PRICE_DECIMALS = 18;

/**
 * Converts one source's pair prices to US dollars per unit of each currency.
 *
 * Prefers a dollar market. If a source has none, uses its USDT market: at the source's own USDT/USD
 * price, else at one dollar each, which is what exchanges without dollars mean by a dollar. Prices
 * are rounded half to even at 18 decimals; one that rounds to zero is left out.
 */
export function toUsdPrices(prices: readonly PairPrice[]): ReadonlyMap<string, Decimal> {
  const byPair = new Map(prices.map((entry) => [`${entry.base}/${entry.quote}`, entry.price]));
  const tether = byPair.get(`${TETHER}/${USD}`) ?? ONE;
  const found = new Map<string, Decimal>();
  for (const { base, quote } of prices) {
    for (const currency of [base, quote]) {
      if (currency === USD || found.has(currency)) continue;
      const price = usdPrice(currency, byPair, tether)?.toDecimalPlaces(PRICE_DECIMALS, Decimal.ROUND_HALF_EVEN);
      if (price?.gt("0")) found.set(currency, price);
    }
  }
  return found;
}

function usdPrice(currency: string, byPair: ReadonlyMap<string, Decimal>, tether: Decimal): Decimal | undefined {
  if (currency === TETHER) return tether;
  const inDollars = byPair.get(`${currency}/${USD}`);
  if (inDollars !== undefined) return inDollars;
  const inTether = byPair.get(`${currency}/${TETHER}`);
  if (inTether !== undefined) return inTether.times(tether);
  const perTether = byPair.get(`${TETHER}/${currency}`);
  return perTether === undefined ? undefined : tether.dividedBy(perTether);
}

/**
 * Selects the wanted pairs from a source's list of markets; `symbolOf` formats a pair as the source
 * does.
 */
export function pickPrices(
  pairs: readonly Pair[],
  prices: ReadonlyMap<string, string>,
  symbolOf: (pair: Pair) => string,
): readonly PairPrice[] {
  return pairs.flatMap((pair) => {
    const text = prices.get(symbolOf(pair));
    const price = text === undefined ? null : parsePrice(text);
    return price === null ? [] : [{ ...pair, price }];
  });
}

/**
 * Enough digits for any price of any coin, and short enough that nobody can force computations on
 * megabytes.
 */
const PRICE_CHARACTERS_MAX = 60;
const PLAIN_NUMBER = /^[0-9]+(?:\.[0-9]+)?$/;

/**
 * Parses a price as written by a source. Null for anything else: zero, negative numbers, NaN, an
 * exponent, text.
 */
export function parsePrice(text: string): Decimal | null {
  if (text.length > PRICE_CHARACTERS_MAX || !PLAIN_NUMBER.test(text)) return null;
  const price = decimal(text);
  return price.isZero() ? null : price;
}
