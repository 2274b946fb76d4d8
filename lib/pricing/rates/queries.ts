import { cachedRead } from "@/lib/kernel/cached-read";
import type { Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { Decimal, ONE } from "@/lib/kernel/money/decimal";
import { USD } from "@/lib/pricing/rates/rate-source";
import { ageLimitMs, type RateUse, readRates, StaleRateError, type StoredRate } from "@/lib/pricing/rates/repo";
import { type RateSourceName, SANDBOX_SOURCE, sourceOrder } from "@/lib/pricing/rates/source-name";

/**
 * Decimals of a rate, as stored in a quote. Even the cheapest coin in the most expensive one has 15
 * significant digits.
 */
export const RATE_DECIMALS = 30;

/** One read serves all requests within a second; a rate changes every few seconds. */
const CACHE_MS = 1_000;

export type RateQuestion = {
  /** Catalog codes, upper case. */
  readonly from: string;
  readonly to: string;
  /** The source that the request names; absent or null: the gateway's own rates. */
  readonly source?: RateSourceName | null;
  /** Its purpose; absent: to quote. */
  readonly use?: RateUse;
};

export type FoundRate = {
  /** Units of `to` per unit of `from`, rounded half to even at 30 decimals. */
  readonly rate: Decimal;
  /** Source of the prices; two names joined by `+` when the two sides have different ones. */
  readonly source: string;
  /** The older of the two prices' times. */
  readonly observedAt: Date;
};

/**
 * Returns the current rate between two currencies, computed from their dollar prices. Rounding of
 * amounts is up to the caller: multiply first, round once.
 *
 * Throws if a named source's own price is too old or held; only a currency that it does not trade
 * is priced by the next source. Call it before opening a transaction, or pass `tx`: otherwise it
 * may need a second connection.
 *
 * @throws StaleRateError when one side has no price that may be quoted
 */
export async function findRate({ from, to, source = null, use = "quote" }: RateQuestion, tx?: Tx): Promise<FoundRate> {
  if (from === to) return { rate: ONE, source: "Same", observedAt: new Date() };
  const rates = await loadRates(tx);
  const sides = [from, to].filter((currency) => currency !== USD);
  const legs = sides.map((currency) => findLeg(rates, currency, { named: source, use }));
  const price = (currency: string) => legs.find((leg) => leg.currency === currency)?.usdPrice ?? ONE;
  return {
    rate: price(from).dividedBy(price(to)).toDecimalPlaces(RATE_DECIMALS, Decimal.ROUND_HALF_EVEN),
    source: [...new Set(legs.map((leg) => leg.source))].join("+"),
    observedAt: new Date(Math.min(...legs.map((leg) => leg.observedAt.getTime()))),
  };
}

/** Same as {@link findRate}, but returns null while no price may be quoted. */
export async function findFreshRate(question: RateQuestion, tx?: Tx): Promise<FoundRate | null> {
  try {
    return await findRate(question, tx);
  } catch (error) {
    if (error instanceof StaleRateError) return null;
    throw error;
  }
}

/** Returns US dollars per unit of a currency. @throws StaleRateError */
export async function findUsdPrice(currency: string): Promise<FoundRate> {
  return await findRate({ from: currency, to: USD });
}

/** Fills the cache, so that transactions which begin within a second need no read of their own. */
export async function preloadRates(): Promise<void> {
  await cache.get();
}

/**
 * Returns US dollars per unit for those currencies that have a price which may be quoted; leaves
 * out the others. At most one read.
 */
export async function findUsdPrices(currencies: Iterable<string>, tx: Tx): Promise<ReadonlyMap<string, Decimal>> {
  const asked = new Set(currencies);
  const prices = new Map<string, Decimal>();
  if (asked.size === 0) return prices;
  const rates = await loadRates(tx);
  for (const currency of asked) {
    try {
      prices.set(currency, findLeg(rates, currency, { named: null, use: "quote" }).usdPrice);
    } catch (error) {
      if (!(error instanceof StaleRateError)) throw error;
    }
  }
  return prices;
}

/**
 * Same as {@link findUsdPrices}, but falls back to a price of any age: for coins that are no longer
 * exchanged.
 */
export async function findLastUsdPrices(currencies: Iterable<string>, tx: Tx): Promise<ReadonlyMap<string, Decimal>> {
  const asked = new Set(currencies);
  if (asked.size === 0) return new Map();
  const rates = await loadRates(tx);
  return new Map(
    [...asked].flatMap((currency) => {
      const known = askedSources(null).flatMap((source) => rates.get(`${source} ${currency}`) ?? []);
      const last = known.find((stored) => isUsable(stored, "quote")) ?? known[0];
      return last === undefined ? [] : [[currency, last.usdPrice] as const];
    }),
  );
}

type RateQuery = { readonly named: RateSourceName | null; readonly use: RateUse };

function findLeg(rates: RateTable, currency: string, { named, use }: RateQuery): StoredRate {
  const order = askedSources(named);
  let isKnown = false;
  for (const source of order) {
    const stored = rates.get(`${source} ${currency}`);
    if (stored === undefined) {
      // The named source has no prices at all; this is not a currency that it does not trade.
      if (source === named && !hasSpoken(rates, source)) throw new StaleRateError(currency, true, { source });
      continue;
    }
    if (isUsable(stored, use)) return stored;
    isKnown = true;
    if (source === named)
      throw new StaleRateError(currency, true, { source, observedAt: stored.observedAt, held: stored.held !== null });
  }
  throw new StaleRateError(currency, isKnown, { asked: order });
}

/**
 * Returns the sources of the gateway's own prices in order of preference, used when a call names
 * none.
 */
export function ownSources(): readonly string[] {
  return askedSources(null);
}

/**
 * Returns the sources to use in order of preference. In the sandbox, its file is the gateway's own
 * source, and the named ones may exist beside it.
 */
function askedSources(named: RateSourceName | null): readonly string[] {
  const { RATES_FILE: file, RATE_SOURCES_URL: sourcesUrl } = env();
  if (file === undefined) return sourceOrder(named);
  return named === null || sourcesUrl === undefined ? [SANDBOX_SOURCE] : [...sourceOrder(named), SANDBOX_SOURCE];
}

function hasSpoken(rates: RateTable, source: string): boolean {
  for (const rate of rates.values()) if (rate.source === source) return true;
  return false;
}

/** The rate's age keeps growing while it is in the cache. */
function isUsable(stored: CachedRate, use: RateUse): boolean {
  return stored.held === null && stored.ageMs + (performance.now() - stored.readAt) <= ageLimitMs(stored.source, use);
}

type CachedRate = StoredRate & { readonly readAt: number };
type RateTable = ReadonlyMap<string, CachedRate>;

const cache = cachedRead(() => readTable(), CACHE_MS);

async function loadRates(tx?: Tx): Promise<RateTable> {
  // Other callers must not wait for, or fail with, one caller's transaction.
  return await (tx === undefined ? cache.get() : (cache.held() ?? readTable(tx)));
}

async function readTable(tx?: Tx): Promise<RateTable> {
  const readAt = performance.now();
  const rates = await readRates(tx);
  return new Map(rates.map((rate) => [`${rate.source} ${rate.currency}`, { ...rate, readAt }]));
}

/**
 * Makes the next query of this process read the table: for tests, and after a manual change of the
 * rates.
 */
export function clearRatesCache(): void {
  cache.clear();
}
