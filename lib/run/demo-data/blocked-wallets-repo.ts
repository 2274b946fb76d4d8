/**
 * Static wallets that were blocked some time after their last top-up, and what came to them afterwards. On a network with a node it was
 * sent back, so that nothing of it has to be on the chain; where no worker looks it still waits for its refund.
 */

const BLOCKED = `
  CREATE TEMP TABLE seed_blocked ON COMMIT DROP AS
  WITH used AS (
    SELECT w.*, c.is_sandbox, c.payout_fee, i.last_at
    FROM (SELECT wallet_id, max(confirmed_at) AS last_at FROM seed_invoices WHERE wallet_id IS NOT NULL GROUP BY 1) i
      JOIN seed_wallets w ON w.id = i.wallet_id JOIN seed_coins c ON c.coin_id = w.coin_id),
  ranked AS (
    SELECT u.*, row_number() OVER (PARTITION BY is_sandbox ORDER BY last_at DESC) AS place
    FROM used u CROSS JOIN seed_terms t WHERE last_at < t.till_at - interval '4 days' AND coin NOT IN ('LTC', 'AVAX'))
  SELECT id, address_id, address, merchant_id, coin_id, coin, network, family, is_sandbox, payout_fee, last_at + interval '6 hours' AS blocked_at
  FROM ranked WHERE place <= 3`;

/** Part of the plan: the rows of the wallets are written from it. */
export const BLOCK_WALLETS: readonly string[] = [
  BLOCKED,
  "UPDATE seed_wallets w SET status = 'blocked', blocked_at = b.blocked_at FROM seed_blocked b WHERE b.id = w.id",
];

const HELD_DEPOSITS = `
  INSERT INTO seed_deposits (id, sweep_id, role, n, invoice_id, wallet_id, merchant_id, coin, network, family, digits, ripe_seconds, usd_rate, amount, seen_at, confirmed_at,
    address_id, address, is_held, is_late, status, is_credited, is_standing, hash)
  SELECT gen_random_uuid(), gen_random_uuid(), 'hold', t.invoice_count + row_number() OVER (), null, b.id, b.merchant_id, b.coin, b.network, b.family, c.digits, c.ripe_seconds, p.price,
    trunc((40 + 35 * k) / p.price, c.digits), b.blocked_at + k * interval '9 hours', b.blocked_at + k * interval '9 hours' + interval '10 minutes',
    b.address_id, b.address, false, false, 'confirmed', false, NOT b.is_sandbox, encode(sha256((b.id || ':held:' || k)::bytea), 'hex')
  FROM seed_blocked b CROSS JOIN seed_terms t CROSS JOIN generate_series(1, 3) k JOIN seed_coins c ON c.coin_id = b.coin_id JOIN seed_prices p ON p.code = b.coin AND p.day = 365`;

export const ADD_HELD_DEPOSITS: readonly string[] = [HELD_DEPOSITS];

/** After the refunds: a hold names the one that took it. */
export const HOLD_ROWS = `
  INSERT INTO wallet_holds (deposit_id, inclusion, wallet_id, amount, held_at, refunded_at, refund_id)
  SELECT d.id, 1, d.wallet_id, d.amount, d.confirmed_at, r.created_at + interval '4 minutes', r.id
  FROM seed_deposits d LEFT JOIN seed_refunds r ON r.wallet_id = d.wallet_id WHERE d.role = 'hold'`;
