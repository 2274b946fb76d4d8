import { database, type Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { KnownPrice, Verdict } from "@/lib/pricing/rates/evaluate-price";
import type { RateSourceName } from "@/lib/pricing/rates/source-name";

export type StoredRate = KnownPrice & {
  readonly source: string;
  readonly currency: string;
  readonly observedAt: Date;
  /** By the database's clock, so that the clocks of web and worker machines do not matter. */
  readonly ageMs: number;
};

type RateRow = {
  source: string;
  currency_code: string;
  usd_price: string;
  observed_at: Date;
  pending_price: string | null;
  pending_since: Date | null;
  age_ms: number;
};

/**
 * Reads every stored rate that counts; a few hundred rows. If an operator chose one source for a
 * coin, only that source's rate.
 */
export async function readRates(db: Tx = database()): Promise<readonly StoredRate[]> {
  const rows = await db.$queryRaw<RateRow[]>`
    SELECT source, currency_code, usd_price::text, observed_at, pending_price::text, pending_since,
      (extract(epoch FROM clock_timestamp() - observed_at) * 1000)::float8 AS age_ms
    FROM rates
    WHERE NOT EXISTS (
      SELECT FROM currencies c WHERE c.code = currency_code AND c.rate_source <> source)`;
  return rows.map((row) => ({
    source: row.source,
    currency: row.currency_code,
    usdPrice: decimal(row.usd_price),
    observedAt: row.observed_at,
    ageMs: row.age_ms,
    held:
      row.pending_price === null || row.pending_since === null
        ? null
        : { price: decimal(row.pending_price), since: row.pending_since },
  }));
}

export async function readDatabaseTime(): Promise<Date> {
  const rows = await database().$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  const now = rows[0]?.now;
  if (now === undefined) throw new Error("the database told no time");
  return now;
}

export type EvaluatedRate = { readonly currency: string; readonly usdPrice: Decimal; readonly verdict: Verdict };

/**
 * Stores a source's prices of `observedAt`. An accepted price replaces the old one; a held one is
 * stored beside it and leaves its price and time alone. A newer observation by another worker is
 * kept.
 */
export async function writeRates(source: string, observedAt: Date, rates: readonly EvaluatedRate[]): Promise<void> {
  if (rates.length === 0) return;
  const accepted = rates.filter((rate) => rate.verdict.kind === "accepted");
  const held = rates.flatMap(({ currency, verdict }) => (verdict.kind === "held" ? [{ currency, ...verdict }] : []));
  const client = database();
  await client.$transaction([
    client.$executeRaw`
      INSERT INTO rates (source, currency_code, usd_price, observed_at)
      SELECT ${source}, currency_code, usd_price::numeric, ${observedAt}::timestamptz
      FROM unnest(${accepted.map((rate) => rate.currency)}::text[], ${accepted.map((rate) => rate.usdPrice.toFixed())}::text[])
        AS observed (currency_code, usd_price)
      ON CONFLICT (source, currency_code) DO UPDATE
      SET usd_price = excluded.usd_price, observed_at = excluded.observed_at, pending_price = NULL, pending_since = NULL
      WHERE rates.observed_at <= excluded.observed_at`,
    client.$executeRaw`
      UPDATE rates SET pending_price = observed.price::numeric, pending_since = observed.since
      FROM unnest(${held.map((rate) => rate.currency)}::text[], ${held.map((rate) => rate.price.toFixed())}::text[],
        ${held.map((rate) => rate.since)}::timestamptz[]) AS observed (currency_code, price, since)
      WHERE rates.source = ${source} AND rates.currency_code = observed.currency_code AND rates.observed_at <= ${observedAt}`,
  ]);
}

/**
 * Adverts are fetched one currency at a time and change slowly: for quotes, the limit is five times
 * that of a market.
 */
const ADVERT_SOURCE: RateSourceName = "BinanceP2P";
const ADVERT_AGE_FACTOR = 5;

/**
 * The purpose of a price. `quote`: to show what something costs, which a payer may accept or not
 * for a while anyway. `exchange`: the gateway buys or sells at it, and anybody who sees the market
 * first would gain by its movement since.
 */
export type RateUse = "quote" | "exchange";

/**
 * Returns the maximum age at which a source's price may be used. The settings are RATE_AGE_MAX_S
 * and EXCHANGE_RATE_AGE_MAX_S; for exchanges the shorter one counts.
 */
export function ageLimitMs(source: string, use: RateUse = "quote"): number {
  const { RATE_AGE_MAX_S: quoted, EXCHANGE_RATE_AGE_MAX_S: exchanged } = env();
  if (use === "exchange") return Math.min(quoted, exchanged) * 1_000;
  return quoted * 1_000 * (source === ADVERT_SOURCE ? ADVERT_AGE_FACTOR : 1);
}

/** No price may be quoted: none is known, the last one is too old, or one is held. */
export class StaleRateError extends AppError {
  /** Some source has priced the currency before, and may do so again later. */
  readonly isKnown: boolean;

  constructor(currency: string, isKnown: boolean, details: Readonly<Record<string, unknown>> = {}) {
    super("unavailable", `No current exchange rate for ${currency}`, { details: { currency, ...details } });
    this.isKnown = isKnown;
  }
}
