/** Cases that no invoice of the plan leads to: what came to addresses that nobody was given, and what left its chain before anybody decided. */

/** Where nothing of it has to be on a chain. */
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

export const ADD_ODD_CASES: readonly string[] = [NOBODYS_ADDRESSES, UNMATCHED, VOID];
