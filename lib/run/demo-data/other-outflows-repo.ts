/**
 * Money that moves inside the gateway: converted credits, invoices paid from a balance, transfers,
 * and a referrer's shares.
 */

/** The default conversion spread and referral share. */
const SPREAD = "0.005";
const SHARE = "0.2";

/** The merchant has two coins converted to USDT on receipt. */
const CONVERTED = `
  CREATE TEMP TABLE seed_converted ON COMMIT DROP AS
  WITH credits AS (
    SELECT d.id AS deposit_id, d.invoice_id, d.merchant_id, d.coin, d.amount - round(d.amount * 0.01, 8) AS amount, round(d.usd_rate / p.price, 18) AS rate, d.confirmed_at AS at
    FROM seed_deposits d JOIN seed_terms t ON t.merchant_id = d.merchant_id JOIN seed_invoices i ON i.id = d.invoice_id
      JOIN seed_prices p ON p.code = 'USDT' AND p.day = 365
    WHERE d.is_credited AND d.coin IN ('LTC', 'AVAX') AND i.status NOT LIKE 'refund%'),
  worth AS (SELECT *, round(amount * rate * ${SPREAD}, 8) AS fee FROM credits)
  SELECT *, trunc(amount * rate - fee, 8) AS given, deposit_id || ':1' AS reference FROM worth WHERE amount * rate > fee + 0.01`;

const CONVERSION_ROWS = `
  INSERT INTO conversions (merchant_id, cause, reference, invoice_id, from_code, from_amount, to_code, to_amount, fee, rate, rate_source, rate_at, created_at)
  SELECT merchant_id, 'auto', reference, invoice_id, coin, amount, 'USDT', given, fee, rate, 'Binance', at, at FROM seed_converted`;

const CONVERTED_COINS = `
  INSERT INTO auto_converts (merchant_id, currency_code, created_at)
  SELECT merchant_id, code, from_at FROM seed_terms CROSS JOIN (VALUES ('LTC'), ('AVAX')) c (code) WHERE code IN (SELECT coin FROM seed_converted) ON CONFLICT DO NOTHING`;

const INTERNAL = `
  CREATE TEMP TABLE seed_inside ON COMMIT DROP AS
  SELECT gen_random_uuid() AS id, i.id AS invoice_id, i.quote_id, i.merchant_id, t.guest_id, i.coin, i.received AS amount, round(i.received * 0.01, 8) AS kept, i.usd_rate, i.confirmed_at AS at
  FROM seed_invoices i CROSS JOIN seed_terms t WHERE i.is_inside`;

/**
 * Each month a fiftieth of the receipts, some of it returned later; and what the other shop's owner
 * pays with.
 */
const TRANSFERS = `
  CREATE TEMP TABLE seed_transfers ON COMMIT DROP AS
  WITH earned AS (
    SELECT d.coin, least(11, floor(extract(epoch FROM d.confirmed_at - t.from_at) / 2592000))::int AS month, sum(d.amount) * 0.02 AS amount
    FROM seed_deposits d JOIN seed_terms t ON t.merchant_id = d.merchant_id
    WHERE d.is_credited AND d.coin IN ('USDT', 'BTC', 'ETH') AND d.confirmed_at < t.till_at - interval '2 days' GROUP BY 1, 2),
  monthly AS (SELECT coin, month, trunc(amount, 4) AS amount FROM earned WHERE coin = 'USDT' OR month % 4 = 1),
  moved AS (
    SELECT true AS is_out, coin, amount, CASE month WHEN 11 THEN t.till_at - interval '26 hours' ELSE t.from_at + (month + 1) * interval '30 days' + interval '9 hours 12 minutes' END AS at, t.merchant_id, t.user_id
    FROM monthly CROSS JOIN seed_terms t
    UNION ALL
    SELECT false, coin, trunc(amount / 4, 4), t.from_at + (month + 1) * interval '30 days' + interval '8 days', t.merchant_id, t.user_id
    FROM monthly CROSS JOIN seed_terms t WHERE coin = 'USDT' AND month IN (2, 6, 9)
    UNION ALL
    SELECT true, 'USDT', sum(s.amount), t.till_at - interval '110 days', t.other_id, t.guest_id FROM seed_inside s CROSS JOIN seed_terms t GROUP BY t.till_at, t.other_id, t.guest_id)
  SELECT *, gen_random_uuid() AS merchant_side, gen_random_uuid() AS user_side FROM moved WHERE amount > 0`;

const SHARES = `
  CREATE TEMP TABLE seed_shares ON COMMIT DROP AS
  SELECT d.id AS deposit_id, t.user_id, d.merchant_id, d.coin, round(d.amount * 0.01, 8) AS kept, trunc(round(d.amount * 0.01, 8) * ${SHARE}, 8) AS amount, d.confirmed_at AS at
  FROM seed_deposits d JOIN seed_terms t ON t.other_id = d.merchant_id WHERE d.is_credited AND trunc(round(d.amount * 0.01, 8) * ${SHARE}, 8) > 0`;

const SHARE_ROWS = `
  INSERT INTO referral_credits (reference, referrer_id, merchant_id, currency_code, commission, amount, created_at)
  SELECT 'invoice.credit:' || deposit_id || ':1', user_id, merchant_id, coin, kept, amount, at FROM seed_shares`;

export const INSERT_OTHER_OUTFLOWS: readonly string[] = [
  CONVERTED,
  CONVERSION_ROWS,
  CONVERTED_COINS,
  INTERNAL,
  TRANSFERS,
  SHARES,
  SHARE_ROWS,
];
