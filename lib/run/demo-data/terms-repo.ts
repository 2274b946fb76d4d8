import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";

/**
 * The parameters of the sample year: its owner, the coins and their frequency, their daily prices,
 * and how busy each hour was. Temporary tables, dropped with the transaction. Probabilities and
 * shapes are floating point, since they are not amounts; amounts are rounded to exact decimals when
 * written.
 */

/**
 * First index of addresses without a key: the pool derives from zero on and never gets that far.
 */
const ADDRESS_INDEX_BASE = 1_000_000_000;

/** `$1` merchant, `$2` its owner, `$3` invoices. */
export const INSERT_TERMS = `
  CREATE TEMP TABLE seed_terms ON COMMIT DROP AS
  SELECT $1::uuid AS merchant_id, $2::uuid AS user_id, $3::bigint AS invoice_count,
    date_trunc('milliseconds', now()) AS till_at, date_trunc('milliseconds', now()) - interval '365 days' AS from_at,
    (SELECT coalesce(max(id), 0) FROM addresses) + 100000 AS address_base,
    (SELECT greatest(coalesce(max(derivation_index), 0) + 1, ${ADDRESS_INDEX_BASE}) FROM addresses) AS index_base,
    substr(md5($1::uuid::text), 1, 6) AS mark, gen_random_uuid() AS other_id, gen_random_uuid() AS guest_id, gen_random_uuid() AS manager_id`;

/**
 * Builds a random-looking address of a family that belongs to nobody; the same text gives the same
 * address.
 */
export function sampleAddress(family: string, text: string): string {
  const hash = `encode(sha256((${text})::bytea), 'hex')`;
  return `(CASE ${family} WHEN 'evm' THEN '0x' || left(${hash}, 40) WHEN 'tron' THEN 'T' || translate(left(${hash}, 33), '0l', 'ZL')
    ELSE CASE ${family} WHEN 'ltc' THEN 'ltc1q' ELSE 'bc1q' END || translate(left(${hash}, 38), '1b', 'xy') END)`;
}

/** Weights out of one hundred; a coin without a network or price is omitted. */
const COIN_WEIGHTS = `VALUES
  ('USDT', 'tron', 18), ('BTC', 'btc', 13), ('USDT', 'bsc', 13), ('ETH', 'eth', 10), ('USDT', 'eth', 9), ('USDC', 'eth', 6),
  ('USDC', 'arbitrum', 6), ('USDT', 'polygon', 6), ('BNB', 'bsc', 5), ('ETH', 'arbitrum', 4), ('USDC', 'polygon', 3),
  ('LTC', 'ltc', 2), ('TRX', 'tron', 2), ('AVAX', 'avalanche', 1), ('USDT', 'avalanche', 1), ('USDC', 'bsc', 1)`;

/** How the transactions of each network are spent: by nonce or by UTXO. */
const KINDS = `VALUES ${REVIEWED_NETWORKS.map(({ code, kind }) => `('${code}', '${kind}')`).join(", ")}`;

const COINS = `
  CREATE TEMP TABLE seed_coins ON COMMIT DROP AS
  WITH priced AS (SELECT currency_code, avg(usd_price) AS price FROM rates GROUP BY 1),
  offered AS (
    SELECT w.coin, w.network, w.weight::float8 AS weight, n.family, n.native_currency AS native, n.is_sandbox, k.kind AS spends, s.decimals, least(8, s.decimals) AS digits,
      c.is_stable, p.price, greatest(5, n.confirmations * n.block_seconds) AS ripe_seconds,
      round(CASE WHEN c.is_stable THEN greatest(s.payout_fee_fixed, 0.1) ELSE 0.6 / p.price END, least(8, s.decimals)) AS payout_fee,
      round(0.05 / coalesce(g.price, p.price), 8) AS chain_fee
    FROM (${COIN_WEIGHTS}) w (coin, network, weight) JOIN services s ON s.currency_code = w.coin AND s.network_code = w.network
      JOIN networks n ON n.code = w.network JOIN (${KINDS}) k (network, kind) ON k.network = w.network JOIN currencies c ON c.code = w.coin JOIN priced p ON p.currency_code = w.coin
      LEFT JOIN priced g ON g.currency_code = n.native_currency
    WHERE s.mismatch IS NULL)
  SELECT *, row_number() OVER (ORDER BY network, coin) AS coin_id,
    sum(weight) OVER (ORDER BY network, coin) / sum(weight) OVER () AS up_to,
    (sum(weight) OVER (ORDER BY network, coin) - weight) / sum(weight) OVER () AS above
  FROM offered`;

/**
 * Today's prices, and a year of ups and downs that ends at them. Stable coins and fiat stay
 * constant.
 */
const PRICES = `
  CREATE TEMP TABLE seed_prices ON COMMIT DROP AS
  WITH today AS (
    SELECT r.currency_code AS code, avg(r.usd_price) AS price, bool_and(c.kind = 'crypto' AND NOT c.is_stable) AS moves,
      (abs(hashtext(r.currency_code)) % 628) / 100.0 AS turn
    FROM rates r JOIN currencies c ON c.code = r.currency_code
    WHERE r.currency_code IN (SELECT coin FROM seed_coins UNION SELECT native FROM seed_coins UNION VALUES ('USD'), ('EUR'), ('GBP')) GROUP BY 1
    UNION SELECT 'USD', 1, false, 0),
  shaped AS (
    SELECT code, price, moves, day,
      1 + 0.22 * sin(day / 365.0 * 8 + turn) + 0.07 * sin(day / 11.0 + turn) + 0.03 * sin(day / 3.3 + turn) AS shape
    FROM today CROSS JOIN generate_series(0, 365) day)
  SELECT code, day, round((CASE WHEN moves THEN price * (shape / last_value(shape) OVER days)::numeric ELSE price END)::numeric, 12) AS price
  FROM shaped WINDOW days AS (PARTITION BY code ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`;

const PRICES_KEY = "CREATE UNIQUE INDEX ON seed_prices (code, day)";

/**
 * Growth over the year, a busy November and December, quiet weekends, nights at a third of the
 * afternoon.
 */
const HOURS = `
  CREATE TEMP TABLE seed_hours ON COMMIT DROP AS
  WITH hours AS (SELECT h, from_at + h * interval '1 hour' AS at FROM seed_terms CROSS JOIN generate_series(0, 8759) h),
  weighed AS (
    SELECT h, at, (0.6 + 0.8 * h / 8760) * (1 + 0.75 * sin((extract(hour FROM at AT TIME ZONE 'UTC')::float8 - 9) / 24 * 2 * pi()))
      * (ARRAY[0.68, 1, 1.02, 1, 1.05, 1.15, 0.78])[1 + extract(dow FROM at AT TIME ZONE 'UTC')::int]
      * (ARRAY[0.8, 0.9, 0.95, 1, 1, 0.95, 0.9, 0.82, 1, 1.05, 1.25, 1.35])[extract(month FROM at AT TIME ZONE 'UTC')::int]
      * CASE WHEN to_char(at AT TIME ZONE 'UTC', 'MMDD') BETWEEN '1123' AND '1130' THEN 1.7 ELSE 1 END
      * (0.8 + 0.4 * random()) AS weight
    FROM hours),
  summed AS (SELECT h, at, sum(weight) OVER (ORDER BY h) AS upto, sum(weight) OVER () AS total FROM weighed),
  counted AS (SELECT h, at, CASE WHEN h = 8759 THEN invoice_count ELSE floor(upto / total * invoice_count)::bigint END AS upto FROM summed CROSS JOIN seed_terms)
  SELECT at, upto - lag(upto, 1, 0::bigint) OVER (ORDER BY h) AS count FROM counted`;

export const CREATE_TERMS: readonly string[] = [
  "SELECT setseed(0.21)",
  COINS,
  PRICES,
  PRICES_KEY,
  HOURS,
  "ANALYZE seed_prices",
];
