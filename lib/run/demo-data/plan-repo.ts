import { BLOCK_WALLETS } from "@/lib/run/demo-data/deposits-repo";
import { sampleAddress } from "@/lib/run/demo-data/terms-repo";

/**
 * The plan of the year's invoices: one temporary row for each, with everything that the product's
 * tables are filled from. Rows are numbered by time. What must exist at every size (open, in
 * progress, held by screening) is placed by its distance from the end.
 */

/**
 * Coins on networks without a sandbox node: deposits that are not swept would have to be on a
 * chain, so they are placed there.
 */
const STANDING = "SELECT coin_id FROM seed_coins WHERE NOT is_sandbox ORDER BY (coin = 'BTC') DESC, coin_id LIMIT 1";

const MOMENTS = `
  CREATE TEMP TABLE seed_moments ON COMMIT DROP AS
  WITH moments AS (SELECT at + random() * interval '1 hour' AS at FROM seed_hours CROSS JOIN LATERAL generate_series(1, count))
  SELECT n, invoice_count - n AS from_end, (${STANDING}) AS standing_id,
    -- The last ones are from the last hours, however few the year has.
    CASE WHEN invoice_count - n < 8 THEN till_at - (invoice_count - n + 1) * interval '7 minutes 13 seconds' ELSE date_trunc('milliseconds', at) END AS created_at,
    random() AS by_status, random() AS by_coin, random() AS by_currency, random() AS by_part, random() AS by_speed, random() AS by_kind,
    exp(3.5 + 1.0 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())) AS worth
  FROM (SELECT row_number() OVER (ORDER BY at) AS n, at FROM moments) m CROSS JOIN seed_terms`;

const DECIDED = `
  CREATE TEMP TABLE seed_decided ON COMMIT DROP AS
  SELECT m.*, CASE
      WHEN from_end IN (3, 5) THEN CASE WHEN standing_id IS NULL THEN 'check' ELSE 'process' END
      WHEN from_end IN (20, 45, 70) AND standing_id IS NOT NULL THEN 'locked'
      WHEN from_end IN (30, 60, 90) THEN 'refund_process'
      WHEN from_end < 8 OR NOT is_over THEN 'check'
      WHEN by_status < 0.700 THEN 'paid'
      WHEN by_status < 0.745 THEN 'paid_over'
      WHEN by_status < 0.783 THEN 'wrong_amount'
      WHEN by_status < 0.957 THEN 'cancel'
      WHEN by_status < 0.962 THEN 'fail'
      WHEN by_status < 0.964 THEN 'system_fail'
      WHEN by_status < 0.982 AND created_at < till_at - interval '5 days' THEN 'refund_paid'
      WHEN by_status < 0.985 AND created_at < till_at - interval '5 days' THEN 'refund_fail'
      ELSE 'paid' END AS status,
    by_status BETWEEN 0.985 AND 0.992 AND from_end > 90 AND created_at < till_at - interval '2 days' AS is_late,
    by_status > 0.997 AND from_end > 90 AND is_over AS is_by_hand,
    by_kind < 0.06 AND by_status < 0.700 AND from_end > 100 AND is_over AS is_top_up
  FROM (SELECT s.*, s.created_at <= t.till_at - interval '2 hours' AS is_over FROM seed_moments s CROSS JOIN seed_terms t) m CROSS JOIN seed_terms`;

const PRICED = `
  CREATE TEMP TABLE seed_invoices ON COMMIT DROP AS
  WITH chosen AS (
    SELECT d.*, gen_random_uuid() AS id, gen_random_uuid() AS quote_id,
      greatest(0, least(365, extract(day FROM d.created_at - t.from_at)::int)) AS day,
      CASE WHEN d.status IN ('process', 'locked') THEN d.standing_id ELSE c.coin_id END AS chosen_id,
      CASE WHEN d.by_currency < 0.60 THEN 'USD' WHEN d.by_currency < 0.80 THEN 'EUR' WHEN d.by_currency < 0.86 THEN 'GBP' END AS fiat
    FROM seed_decided d CROSS JOIN seed_terms t JOIN seed_coins c ON d.by_coin >= c.above AND d.by_coin < c.up_to),
  named AS (
    SELECT h.*, c.coin_id, c.coin, c.network, c.family, c.digits, c.ripe_seconds, c.payout_fee,
      CASE WHEN h.is_top_up OR h.fiat IS NULL OR NOT EXISTS (SELECT FROM seed_prices x WHERE x.code = h.fiat) THEN c.coin ELSE h.fiat END AS currency
    FROM chosen h JOIN seed_coins c ON c.coin_id = h.chosen_id),
  valued AS (
    SELECT n.*, p.price AS usd_rate, CASE WHEN n.currency = n.coin THEN 1 ELSE round(q.price / p.price, 18) END AS rate,
      CASE WHEN n.currency = n.coin THEN greatest(round((least(n.worth, 9000) / p.price::float8)::numeric, n.digits), 0.00000100)
        WHEN n.by_part < 0.5 THEN floor(greatest(3, least(n.worth, 9000)))::numeric + 0.99
        ELSE round(greatest(3, least(n.worth, 9000))::numeric, 2) END AS amount
    FROM named n JOIN seed_prices p ON p.code = n.coin AND p.day = n.day JOIN seed_prices q ON q.code = n.currency AND q.day = n.day),
  owed AS (
    SELECT v.*, ceil(v.amount * v.rate * 10::numeric ^ v.digits) / 10::numeric ^ v.digits AS owed,
      CASE WHEN v.by_kind < 0.75 THEN 3600 WHEN v.by_kind < 0.9 THEN 7200 ELSE 43200 END AS usual_seconds
    FROM valued v),
  received AS (
    SELECT o.*, CASE WHEN o.status = 'check' THEN 43200 ELSE o.usual_seconds END AS lifetime_seconds,
      -- Half of those who pay do so within five minutes.
      least(o.usual_seconds * 0.9, 40 - 380 * ln(1 - 0.999 * o.by_speed)) AS seconds_to_pay,
      CASE WHEN o.is_by_hand OR o.status IN ('check', 'cancel', 'system_fail') THEN 0
        WHEN o.status = 'paid_over' THEN o.owed * (1.01 + 0.3 * o.by_part)::numeric
        WHEN o.status = 'wrong_amount' THEN o.owed * (0.2 + 0.75 * o.by_part)::numeric
        ELSE o.owed END AS sum
    FROM owed o)
  SELECT r.*, CASE WHEN r.status IN ('paid', 'paid_over', 'wrong_amount', 'refund_paid', 'refund_fail', 'refund_process') THEN true ELSE false END AND NOT r.is_by_hand AS is_credited,
    trunc(r.sum, r.digits) AS received,
    r.created_at + make_interval(secs => r.seconds_to_pay) AS seen_at,
    r.created_at + make_interval(secs => r.seconds_to_pay + CASE WHEN r.is_late THEN r.lifetime_seconds + 900 ELSE 0 END + r.ripe_seconds + 2) AS confirmed_at,
    r.created_at + make_interval(secs => r.lifetime_seconds) AS expires_at,
    -- Of those who let it lapse, most have opened the page, and half of these have chosen.
    r.status NOT IN ('check', 'cancel', 'system_fail') OR r.is_late OR (r.status = 'cancel' AND r.by_part < 0.5) AS has_quote,
    r.status NOT IN ('check', 'cancel', 'system_fail') OR r.by_part < 0.82 AS is_opened,
    CASE WHEN r.n % 40 = 9 AND r.from_end > 100 AND r.status IN ('paid', 'paid_over', 'wrong_amount', 'cancel') AND NOT r.is_late AND NOT r.is_by_hand AND NOT r.is_top_up
        -- What the first one has converted a sandbox has little of: it owes none of it to another one.
        AND r.coin NOT IN ('LTC', 'AVAX')
      THEN t.other_id ELSE t.merchant_id END AS merchant_id, false AS is_inside, t.address_base + r.n AS address_id, t.index_base + r.n AS derivation_index,
    ${sampleAddress("r.family", "t.mark || ':' || r.n")} AS address,
    CASE WHEN r.by_kind < 0.8 THEN 'https://shop.example/webhooks/chaintill' END AS url_callback,
    null::uuid AS wallet_id, 'order-' || t.mark || '-' || lpad(r.n::text, 7, '0') AS order_id
  FROM received r CROSS JOIN seed_terms t`;

const TIMES = `
  UPDATE seed_invoices SET
    seen_at = date_trunc('milliseconds', least(till_at, CASE WHEN is_late THEN expires_at + interval '9 minutes' ELSE seen_at END)),
    confirmed_at = date_trunc('milliseconds', least(till_at, confirmed_at))
  FROM seed_terms`;

/**
 * Some are paid at once from the personal wallet of the other shop's owner, who has transferred
 * their cost there before: never more than two fifths of what the shop had earned in that coin
 * until then.
 */
const INTERNAL = `
  WITH budget AS (
    SELECT coalesce(sum(i.received), 0) * 0.4 AS most FROM seed_invoices i CROSS JOIN seed_terms t
    WHERE i.merchant_id = t.other_id AND i.coin = 'USDT' AND i.is_credited AND i.confirmed_at < t.till_at - interval '120 days'),
  wanted AS (
    SELECT i.n, sum(i.received) OVER (ORDER BY i.received, i.n) AS together FROM seed_invoices i CROSS JOIN seed_terms t
    WHERE i.merchant_id = t.merchant_id AND i.coin = 'USDT' AND i.status = 'paid' AND i.from_end > 100 AND i.received BETWEEN 5 AND 60
      AND NOT i.is_late AND NOT i.is_by_hand AND NOT i.is_top_up AND i.created_at > t.till_at - interval '100 days')
  UPDATE seed_invoices SET is_inside = true, seen_at = created_at + interval '40 seconds', confirmed_at = created_at + interval '40 seconds'
  WHERE n = ANY (ARRAY(SELECT n FROM wanted WHERE together <= (SELECT most FROM budget) ORDER BY together LIMIT 60))`;

/** A top-up is paid on creation, and carries its wallet's order id. */
const WALLETS = `
  CREATE TEMP TABLE seed_wallets ON COMMIT DROP AS
  WITH numbered AS (SELECT *, row_number() OVER (PARTITION BY coin_id ORDER BY n) AS place FROM seed_invoices WHERE is_top_up),
  shared AS (SELECT coin_id, place / 25 AS share, min(n) AS n FROM numbered GROUP BY 1, 2)
  SELECT s.coin_id, s.share, gen_random_uuid() AS id, i.coin, i.network, i.family, i.address_id, i.derivation_index, i.address, i.merchant_id,
    i.created_at - interval '2 days' AS created_at, 'customer-' || t.mark || '-' || s.n AS order_id, s.n, 'active'::static_wallet_status AS status, null::timestamptz AS blocked_at
  FROM shared s JOIN seed_invoices i ON i.n = s.n CROSS JOIN seed_terms t`;

const TOP_UPS = `
  WITH numbered AS (SELECT n, coin_id, row_number() OVER (PARTITION BY coin_id ORDER BY n) / 25 AS share FROM seed_invoices WHERE is_top_up)
  UPDATE seed_invoices i SET wallet_id = w.id, order_id = w.order_id, address_id = w.address_id, address = w.address,
    created_at = i.confirmed_at, expires_at = i.confirmed_at + interval '1 hour', lifetime_seconds = 3600
  FROM numbered m JOIN seed_wallets w ON w.coin_id = m.coin_id AND w.share = m.share WHERE i.n = m.n`;

export const CREATE_PLAN: readonly string[] = [
  MOMENTS,
  DECIDED,
  PRICED,
  "CREATE UNIQUE INDEX ON seed_invoices (n)",
  "ANALYZE seed_invoices",
  TIMES,
  INTERNAL,
  WALLETS,
  TOP_UPS,
  ...BLOCK_WALLETS,
  "CREATE UNIQUE INDEX ON seed_invoices (id)",
  "ANALYZE seed_invoices",
];
