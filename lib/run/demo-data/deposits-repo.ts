import { INSERT_OTHER_OUTFLOWS } from "@/lib/run/demo-data/other-outflows-repo";
import { sampleAddress } from "@/lib/run/demo-data/terms-repo";

/**
 * Static wallets that were blocked some time after their last top-up, and their later deposits. On
 * a network with a node these were refunded, so that nothing has to be on the chain; on networks
 * without a worker they still wait for the refund.
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

/** Part of the plan: the wallets' rows are written from it. */
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

const ADD_HELD_DEPOSITS: readonly string[] = [HELD_DEPOSITS];

/** Runs after the refunds: a hold names the refund that took it. */
export const HOLD_ROWS = `
  INSERT INTO wallet_holds (deposit_id, inclusion, wallet_id, amount, held_at, refunded_at, refund_id)
  SELECT d.id, 1, d.wallet_id, d.amount, d.confirmed_at, r.created_at + interval '4 minutes', r.id
  FROM seed_deposits d LEFT JOIN seed_refunds r ON r.wallet_id = d.wallet_id WHERE d.role = 'hold'`;

/**
 * Cases without an invoice of the plan: deposits to unassigned addresses, and deposits that a
 * reorganisation removed before a decision.
 */

/** Where nothing has to be on a chain. */
const STANDING = "(SELECT * FROM seed_coins WHERE NOT is_sandbox ORDER BY (coin = 'BTC') DESC, coin_id LIMIT 1)";

const COLUMNS = `(id, sweep_id, role, n, invoice_id, wallet_id, merchant_id, coin, network, family, digits, ripe_seconds, usd_rate, amount, seen_at, confirmed_at,
    address_id, address, is_held, is_late, status, is_credited, is_standing, case_id, case_kind, case_status, hash)`;

const NOBODYS_ADDRESSES = `
  INSERT INTO addresses (id, family, derivation_index, address, address_key, created_at)
  SELECT address_base + invoice_count + k, c.family, index_base + invoice_count + k, made, made, from_at
  FROM seed_terms t CROSS JOIN ${STANDING} c CROSS JOIN generate_series(1, 2) k
    CROSS JOIN LATERAL (SELECT 'bc1q' || translate(left(encode(sha256((t.mark || ':nobody:' || k)::bytea), 'hex'), 38), '1b', 'xy') AS made) a`;

const UNMATCHED = `
  INSERT INTO seed_deposits ${COLUMNS}
  SELECT gen_random_uuid(), gen_random_uuid(), 'case', t.invoice_count + 100 + k, null, null, null, c.coin, c.network, c.family, c.digits, c.ripe_seconds, c.price,
    trunc(120 * k / c.price, c.digits), at, at + interval '20 minutes', a.id, a.address, true, false, 'confirmed', false, true, gen_random_uuid(), 'unmatched', 'open',
    encode(sha256((t.mark || ':unmatched:' || k)::bytea), 'hex')
  FROM seed_terms t CROSS JOIN ${STANDING} c CROSS JOIN generate_series(1, 2) k JOIN addresses a ON a.id = t.address_base + t.invoice_count + k
    CROSS JOIN LATERAL (SELECT t.till_at - k * interval '31 hours' AS at) m`;

const VOID = `
  INSERT INTO seed_deposits ${COLUMNS}
  SELECT gen_random_uuid(), gen_random_uuid(), 'case', t.invoice_count + 200 + row_number() OVER (), i.id, null, i.merchant_id, i.coin, i.network, i.family, i.digits, i.ripe_seconds, i.usd_rate,
    i.received, i.expires_at + interval '15 minutes', i.expires_at + interval '40 minutes', i.address_id, i.address, true, false, 'vanished', false, true, gen_random_uuid(), 'extra', 'void',
    encode(sha256((i.id || ':void')::bytea), 'hex')
  FROM (SELECT i.* FROM seed_invoices i JOIN seed_terms t ON t.merchant_id = i.merchant_id
    WHERE i.status = 'paid' AND i.from_end > 100 AND i.received > 0 AND NOT i.is_top_up AND NOT i.is_inside AND NOT i.is_late ORDER BY i.n DESC LIMIT 3) i CROSS JOIN seed_terms t`;

const ADD_ODD_CASES: readonly string[] = [NOBODYS_ADDRESSES, UNMATCHED, VOID];

/**
 * Payments of the invoices, and the deposits that became cases. All are swept, or spent on UTXO
 * networks, except those waiting for a decision, which are on networks without a node: so nothing
 * has to be on a sandbox chain.
 */

/**
 * One payment in twenty arrives in two deposits. The gateway deducts 1 % of each, as for any
 * merchant without terms of its own.
 */
const PARTS = `
  CREATE TEMP TABLE seed_deposits ON COMMIT DROP AS
  WITH parts AS (
    SELECT i.*, part, CASE WHEN i.by_speed > 0.95 AND NOT i.is_top_up AND i.received > i.owed / 4 THEN 2 ELSE 1 END AS part_count
    FROM seed_invoices i CROSS JOIN generate_series(1, 2) part WHERE i.received > 0 AND NOT i.is_inside)
  SELECT gen_random_uuid() AS id, gen_random_uuid() AS sweep_id, 'part' AS role, n, id AS invoice_id, wallet_id, merchant_id, coin, network, family, digits, ripe_seconds, usd_rate,
    CASE WHEN part_count = 1 THEN received WHEN part = 1 THEN trunc(received * 0.6, digits) ELSE received - trunc(received * 0.6, digits) END AS amount,
    seen_at + (part - 1) * interval '4 seconds' AS seen_at,
    confirmed_at, address_id, address, is_late OR status = 'locked' AS is_held, is_late,
    CASE status WHEN 'fail' THEN 'vanished' WHEN 'process' THEN 'seen' ELSE 'confirmed' END::deposit_status AS status,
    is_credited, status = 'locked' AS is_standing, null::uuid AS case_id, null::case_kind AS case_kind, null::case_status AS case_status,
    encode(sha256((id || ':' || part)::bytea), 'hex') AS hash
  FROM parts WHERE part <= part_count`;

/**
 * Deposits received after an invoice was paid, in another coin, on another network, or for a closed
 * invoice.
 */
const CASES = `
  INSERT INTO seed_deposits
  WITH cases AS (
    SELECT i.*, row_number() OVER (ORDER BY n DESC) AS newest FROM seed_invoices i CROSS JOIN seed_terms t
    WHERE from_end > 100 AND i.merchant_id = t.merchant_id AND NOT i.is_inside AND ((status = 'paid' AND NOT is_top_up AND NOT is_by_hand AND NOT is_late AND n % least(211, greatest(23, t.invoice_count / 60)) = 7)
      OR (status = 'cancel' AND has_quote AND n % least(97, greatest(11, t.invoice_count / 120)) = 10))),
  placed AS (
    SELECT c.*, newest <= 6 AND standing_id IS NOT NULL AS is_open, s.coin AS case_coin, s.network AS case_network, s.digits AS case_digits, s.family AS case_family
    FROM cases c JOIN seed_coins s ON s.coin_id = CASE WHEN newest <= 6 AND standing_id IS NOT NULL THEN standing_id ELSE c.coin_id END)
  SELECT gen_random_uuid(), gen_random_uuid(), 'case', n, id, null, merchant_id, case_coin, case_network, case_family, case_digits, ripe_seconds, p.price,
    greatest(trunc(owed * usd_rate * (0.1 + 0.5 * by_part)::numeric / p.price, case_digits), 0.00001), c.at, c.at + interval '2 minutes',
    address_id, address, true, false, 'confirmed', false, is_open, gen_random_uuid(),
    (CASE WHEN status = 'cancel' THEN 'late' WHEN is_open THEN (ARRAY['wrong_network', 'wrong_token', 'extra'])[1 + newest % 3] WHEN by_kind < 0.7 THEN 'extra' ELSE 'wrong_token' END)::case_kind,
    (CASE WHEN is_open AND newest = 6 THEN 'refunding' WHEN is_open THEN 'open' WHEN status = 'cancel' OR newest % 3 = 0 THEN 'refunded' ELSE 'credited' END)::case_status,
    encode(sha256((id || ':case')::bytea), 'hex')
  FROM placed d JOIN seed_prices p ON p.code = d.case_coin AND p.day = d.day
    CROSS JOIN LATERAL (SELECT d.expires_at + make_interval(secs => 600 + 4000 * d.by_part) AS at) c`;

/** A payment that was late and accepted, and one that screening holds, were cases too. */
const CASES_OF_PARTS = `
  UPDATE seed_deposits SET case_id = gen_random_uuid(), case_kind = CASE WHEN is_late THEN 'late' ELSE 'locked' END::case_kind,
    case_status = CASE WHEN is_late THEN 'credited' ELSE 'open' END::case_status WHERE role = 'part' AND is_held`;

/** A UTXO is spent directly: nothing sweeps it. */
const UNSWEPT =
  "UPDATE seed_deposits d SET sweep_id = NULL FROM seed_coins c WHERE c.coin = d.coin AND c.network = d.network AND c.spends = 'coins'";

const DEPOSITS = `
  INSERT INTO deposits (id, network_code, transaction_id, position, currency_code, amount, from_address, to_address, address_id, owner_kind, owner_id,
    status, inclusion, booked_inclusion, block_height, block_hash, block_time, seen_at, confirmed_at, vanished_at, sweep_id)
  SELECT d.id, d.network, CASE WHEN d.family = 'evm' THEN '0x' ELSE '' END || hash, CASE WHEN c.spends = 'coins' THEN '0' WHEN c.coin = c.native THEN 'native' ELSE 'log:0' END,
    d.coin, amount, ${sampleAddress("d.family", "'payer:' || hash")}, address, address_id,
    CASE WHEN wallet_id IS NOT NULL THEN 'wallet' WHEN invoice_id IS NOT NULL THEN 'invoice' END, coalesce(wallet_id, invoice_id), status, 1, CASE WHEN status = 'confirmed' THEN 1 END,
    -- On a chain of the sandbox nothing of it is in a block that could be taken back.
    CASE WHEN status = 'seen' THEN null WHEN c.is_sandbox THEN 0 ELSE 700000 + n END, CASE WHEN status <> 'seen' THEN '0x' || left(hash, 64) END,
    CASE WHEN status <> 'seen' THEN seen_at END, seen_at, CASE WHEN status = 'confirmed' THEN confirmed_at END,
    CASE WHEN status = 'vanished' THEN confirmed_at END, CASE WHEN status = 'confirmed' AND NOT is_standing THEN sweep_id END
  FROM seed_deposits d JOIN seed_coins c ON c.coin = d.coin AND c.network = d.network ORDER BY seen_at`;

const SWEEPS = `
  INSERT INTO sweeps (id, network_code, currency_code, address_id, address, amount, status, created_at, final_at)
  SELECT sweep_id, network, coin, address_id, address, amount, 'done', at, at + interval '40 seconds'
  FROM seed_deposits CROSS JOIN seed_terms CROSS JOIN LATERAL (SELECT least(till_at, confirmed_at + interval '35 minutes') AS at) s
  WHERE status = 'confirmed' AND NOT is_standing AND sweep_id IS NOT NULL`;

const CREDITS = `
  INSERT INTO invoice_credits (deposit_id, inclusion, invoice_id, merchant_id, currency_code, network_code, usd_rate, amount, commission, credited_at)
  SELECT id, 1, invoice_id, merchant_id, coin, network, usd_rate, amount, round(amount * 0.01, 8), confirmed_at FROM seed_deposits WHERE is_credited ORDER BY confirmed_at`;

const CASE_ROWS = `
  INSERT INTO cases (id, merchant_id, kind, status, deposit_id, invoice_id, currency_code, network_code, amount, opened_at, closed_at, closed_by_id, resolution)
  SELECT case_id, d.merchant_id, case_kind, case_status, id, invoice_id, coin, network, amount, confirmed_at,
    CASE WHEN case_status NOT IN ('open', 'refunding') THEN confirmed_at + interval '3 hours' END, CASE WHEN case_status IN ('credited', 'refunded') THEN user_id END,
    CASE case_status WHEN 'credited' THEN 'Credited' WHEN 'refunded' THEN 'Refunded' WHEN 'void' THEN 'The payment is no longer on the chain' END
  FROM seed_deposits d CROSS JOIN seed_terms WHERE case_id IS NOT NULL ORDER BY confirmed_at`;

export const INSERT_DEPOSITS: readonly string[] = [
  PARTS,
  CASES,
  CASES_OF_PARTS,
  ...ADD_HELD_DEPOSITS,
  ...ADD_ODD_CASES,
  UNSWEPT,
  "UPDATE seed_deposits d SET confirmed_at = least(d.confirmed_at, t.till_at) FROM seed_terms t WHERE d.confirmed_at > t.till_at",
  "CREATE INDEX ON seed_deposits (n)",
  "ANALYZE seed_deposits",
  DEPOSITS,
  SWEEPS,
  CREDITS,
  CASE_ROWS,
  ...INSERT_OTHER_OUTFLOWS,
];
