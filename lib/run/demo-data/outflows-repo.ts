import { formerWallet, INSERT_OUTPUTS, SPENT_COINS } from "@/lib/run/demo-data/coins-repo";
import { HOLD_ROWS } from "@/lib/run/demo-data/deposits-repo";
import { sampleAddress } from "@/lib/run/demo-data/terms-repo";

/**
 * Outflows. A merchant pays out nearly everything it received, some days later and a dozen credits
 * at a time, so that no balance was ever below zero. Refunds are of payments and of cases. Each
 * completed one was in a transaction of a former hot wallet of this gateway, whose nonces nothing
 * uses now.
 */

const REFUNDS = `
  CREATE TEMP TABLE seed_refunds ON COMMIT DROP AS
  WITH wanted AS (
    SELECT 'payment'::refund_kind AS kind, n, id AS invoice_id, null::uuid AS case_id, null::uuid AS wallet_id, merchant_id, coin, network, family, payout_fee,
      -- Of what is converted as it comes a little less than was left of it goes back: the rest of that coin is none.
      CASE WHEN coin IN ('LTC', 'AVAX') THEN trunc(received * 0.95, digits) ELSE received END AS amount, by_part,
      CASE status WHEN 'refund_paid' THEN 'paid' WHEN 'refund_fail' THEN 'fail' ELSE 'check' END::refund_status AS status,
      confirmed_at + make_interval(secs => 1800 + 150000 * by_part) AS at
    FROM seed_invoices WHERE status LIKE 'refund%'
    UNION ALL
    SELECT 'case', d.n, null, d.case_id, null, d.merchant_id, d.coin, d.network, d.family, c.payout_fee, d.amount, 0.4,
      CASE d.case_status WHEN 'refunded' THEN 'paid' ELSE 'check' END::refund_status, d.confirmed_at + interval '2 hours'
    FROM seed_deposits d JOIN seed_coins c ON c.coin = d.coin AND c.network = d.network WHERE d.case_status IN ('refunded', 'refunding')
    UNION ALL
    SELECT 'wallet', min(d.n), null, null, d.wallet_id, d.merchant_id, d.coin, d.network, d.family, min(b.payout_fee), sum(d.amount), 0.4, 'paid', max(d.confirmed_at) + interval '11 hours'
    FROM seed_deposits d JOIN seed_blocked b ON b.id = d.wallet_id WHERE d.role = 'hold' AND b.is_sandbox GROUP BY d.wallet_id, d.merchant_id, d.coin, d.network, d.family)
  SELECT w.*, gen_random_uuid() AS id, least(w.at, t.till_at - interval '20 minutes') AS created_at,
    least(payout_fee, round(amount / 2, 8)) AS commission, ${sampleAddress("w.family", "w.n || ':payer'")} AS address
  FROM wanted w CROSS JOIN seed_terms t`;

/** What remains of each credit after the refunds of its payment. */
const CREDITED = `
  CREATE TEMP TABLE seed_credited ON COMMIT DROP AS
  SELECT d.coin, d.network, d.confirmed_at AS at, d.amount - round(d.amount * 0.01, 8) - coalesce(r.amount, 0) AS net
  FROM (SELECT *, min(hash) FILTER (WHERE role = 'part') OVER (PARTITION BY n) AS first_hash FROM seed_deposits) d LEFT JOIN (
    SELECT n, sum(amount) AS amount FROM seed_refunds WHERE kind = 'payment' AND status <> 'fail' GROUP BY 1) r ON r.n = d.n AND d.hash = d.first_hash
    CROSS JOIN seed_terms t
  -- What is converted as it comes is spent as something else.
  WHERE d.merchant_id = t.merchant_id AND d.coin NOT IN ('LTC', 'AVAX') AND (d.is_credited OR (d.role = 'case' AND d.case_status = 'credited'))`;

const PAYOUTS = `
  CREATE TEMP TABLE seed_payouts ON COMMIT DROP AS
  WITH chunked AS (
    SELECT *, row_number() OVER (PARTITION BY coin, network ORDER BY at) / 11 AS chunk FROM seed_credited),
  summed AS (
    SELECT coin, network, chunk, max(at) + interval '5 days' + random() * interval '6 hours' AS at, sum(net) AS net FROM chunked GROUP BY 1, 2, 3),
  sized AS (
    SELECT s.*, c.payout_fee AS commission, trunc(0.93 * s.net, c.digits) AS debited, c.is_sandbox, c.family, p.price, random() AS by_status
    FROM summed s JOIN seed_coins c USING (coin, network) CROSS JOIN seed_terms t JOIN seed_prices p ON p.code = s.coin AND p.day = 365
    WHERE s.at < t.till_at - interval '1 hour' AND s.net > 4 * c.payout_fee),
  ordered AS (SELECT *, row_number() OVER (ORDER BY at) AS k, count(*) OVER () - row_number() OVER (ORDER BY at) AS from_end FROM sized),
  filed AS (SELECT *, CASE WHEN from_end / 8 IN (1, 3, 7, 15, 31) THEN from_end / 8 END AS file FROM ordered),
  -- Those of one file are ordered one after the other, when the last of them could be.
  numbered AS (SELECT coin, network, chunk, net, commission, debited, is_sandbox, family, price, by_status, k, from_end, file,
    CASE WHEN file IS NULL THEN at ELSE max(at) OVER (PARTITION BY file) - from_end % 8 * interval '700 milliseconds' END AS at FROM filed)
  SELECT n.*, gen_random_uuid() AS id, t.merchant_id, date_trunc('milliseconds', n.at) AS created_at,
    (CASE WHEN from_end < 2 THEN 'check' WHEN from_end < 6 AND NOT is_sandbox THEN 'process' WHEN by_status < 0.03 THEN 'fail' WHEN by_status < 0.07 THEN 'cancel'
      WHEN by_status < 0.073 THEN 'system_fail' ELSE 'paid' END)::payout_status AS status,
    'payout-' || t.mark || '-' || lpad(n.k::text, 6, '0') AS order_id,
    ${sampleAddress("n.family", "'target:' || n.k % 37")} AS address
  FROM numbered n CROSS JOIN seed_terms t`;

/**
 * Sends that reached their address, and those that wait on networks without a worker. On UTXO
 * networks one transaction pays several that are due at once.
 */
const SENDS = `
  CREATE TEMP TABLE seed_sends ON COMMIT DROP AS
  WITH wanted AS (
    SELECT 'payout'::send_purpose AS purpose, id AS purpose_id, coin, network, debited - commission AS amount, address, created_at AS at, status::text AS status FROM seed_payouts
    WHERE status <> 'check' AND status <> 'cancel'
    UNION ALL
    SELECT 'refund', id, coin, network, amount - commission, address, created_at, status::text FROM seed_refunds WHERE status <> 'check'),
  placed AS (
    SELECT w.*, gen_random_uuid() AS id, c.native, c.family, c.spends, c.decimals, c.chain_fee, c.is_sandbox,
      CASE WHEN c.spends = 'coins' AND w.status = 'paid' THEN date_trunc('minute', w.at)::text ELSE w.purpose_id::text END AS together
    FROM wanted w JOIN seed_coins c USING (coin, network)),
  shared AS (
    SELECT p.*, row_number() OVER o AS place, count(*) OVER m AS carried, max(at) OVER m AS last_at, first_value(purpose_id) OVER o AS lead_id
    FROM placed p WINDOW m AS (PARTITION BY network, status, together), o AS (m ORDER BY at, id))
  SELECT s.*, place = 1 AS is_lead, CASE WHEN status = 'paid' THEN md5(lead_id::text)::uuid END AS outgoing_id,
    -- The books have a transaction's fee once, and each of those that it carries is told of its share.
    CASE place WHEN 1 THEN chain_fee ELSE 0 END AS fee_paid, CASE place WHEN 1 THEN 2 * chain_fee ELSE 0 END AS fee_max,
    trunc(chain_fee / carried, decimals) + CASE place WHEN 1 THEN chain_fee - carried * trunc(chain_fee / carried, decimals) ELSE 0 END AS cost,
    CASE WHEN status = 'paid' AND spends = 'nonce' THEN row_number() OVER (PARTITION BY network, status ORDER BY at) - 1 END AS nonce,
    ${formerWallet("family")} AS from_address, last_at + interval '15 seconds' AS signed_at, last_at + interval '4 minutes' AS settled_at,
    CASE WHEN family = 'evm' THEN '0x' ELSE '' END || encode(sha256((lead_id || ':sent')::bytea), 'hex') AS txid
  FROM shared s CROSS JOIN seed_terms t`;

const ACCOUNTS = `
  INSERT INTO sending_accounts (network_code, address, next_nonce, created_at)
  SELECT network, from_address, max(nonce) + 1, min(at) FROM seed_sends WHERE outgoing_id IS NOT NULL GROUP BY 1, 2`;

/**
 * On a sandbox chain everything is recorded in the first block: if the watcher keeps that block,
 * its real hash prevents the transaction from being reported missing.
 */
export const FIRST_BLOCK =
  "coalesce((SELECT b.hash FROM chain_blocks b WHERE b.network_code = s.network AND b.height = 0), s.txid)";

const OUTGOING = `
  INSERT INTO outgoing_transactions (id, network_code, from_address, nonce, status, version, fee_max, fee_paid, included_version, block_height, block_hash,
    last_broadcast_at, broadcast_count, created_at, settled_at)
  SELECT outgoing_id, network, from_address, nonce, 'settled', 1, fee_max, fee_paid, 1, CASE WHEN is_sandbox THEN 0 ELSE 700000 END, ${FIRST_BLOCK}, signed_at, 1, signed_at, settled_at
  FROM seed_sends s WHERE outgoing_id IS NOT NULL AND is_lead ORDER BY at`;

const SIGNED = `
  INSERT INTO signed_transactions (outgoing_id, version, network_code, transaction_id, raw, spends, fee_terms, fee_priority, fee_expected, fee_max, signed_at)
  SELECT s.outgoing_id, 1, network, txid, decode(md5(txid), 'hex'),
    CASE spends WHEN 'coins' THEN p.text WHEN 'expiring' THEN format('{"kind":"expiring","validUntil":"%s"}', floor(extract(epoch FROM signed_at + interval '1 minute') * 1000)) END,
    '{}', 'recommended', fee_paid, fee_max, signed_at FROM seed_sends s LEFT JOIN ${SPENT_COINS} p ON p.outgoing_id = s.outgoing_id WHERE s.outgoing_id IS NOT NULL AND is_lead`;

const SEND_ROWS = `
  INSERT INTO sends (id, purpose, purpose_id, network_code, currency_code, amount, to_address, priority, status, failure, outgoing_id, created_at, updated_at, final_at)
  SELECT id, purpose, purpose_id, network, coin, amount, address, 'recommended',
    CASE status WHEN 'paid' THEN 'confirmed' WHEN 'process' THEN 'queued' ELSE 'failed' END::send_status, CASE WHEN status IN ('fail', 'system_fail') THEN 'The chain would have refused it' END,
    outgoing_id, at, coalesce(settled_at, at), CASE WHEN status <> 'process' THEN settled_at END FROM seed_sends ORDER BY at`;

const REFUND_ROWS = `
  INSERT INTO refunds (id, merchant_id, kind, invoice_id, case_id, wallet_id, status, network_code, currency_code, address, amount, sent_amount, commission, from_code, debited_amount,
    is_subtract, transaction_id, failure, created_by_id, created_at, updated_at, final_at)
  SELECT r.id, r.merchant_id, kind, invoice_id, case_id, wallet_id, r.status, r.network, r.coin, r.address, r.amount, r.amount - commission, commission, r.coin, r.amount, false,
    CASE WHEN r.status = 'paid' THEN s.txid END, CASE WHEN r.status = 'fail' THEN 'The chain would have refused it' END, user_id, created_at, created_at + interval '4 minutes',
    CASE WHEN r.status <> 'check' THEN created_at + interval '4 minutes' END
  FROM seed_refunds r LEFT JOIN seed_sends s ON s.purpose = 'refund' AND s.purpose_id = r.id CROSS JOIN seed_terms ORDER BY created_at`;

const REVIEWS = `
  INSERT INTO reviews (kind, subject_id, merchant_id, reason, detail, requested_by_id, opened_at)
  SELECT 'payout'::outflow_kind, p.id, p.merchant_id, CASE WHEN from_end = 0 THEN 'look_alike' ELSE 'approval' END::review_reason,
    CASE WHEN from_end = 0 THEN 'Similar to ' || overlay(p.address placing '7c1f09e5' from 15) || ', which was used before, but not the same' ELSE 'Worth more than the amount above which approval is required' END, user_id, created_at
  FROM seed_payouts p CROSS JOIN seed_terms WHERE status = 'check'
  UNION ALL
  SELECT 'refund', r.id, r.merchant_id, 'approval'::review_reason, 'Worth more than the amount above which approval is required', user_id, created_at FROM seed_refunds r CROSS JOIN seed_terms WHERE status = 'check'`;

const DECIDED_REVIEWS = `
  INSERT INTO reviews (kind, subject_id, merchant_id, reason, detail, requested_by_id, opened_at, decision, decided_by_id, decided_at)
  SELECT 'payout'::outflow_kind, p.id, p.merchant_id, 'approval'::review_reason, 'Worth more than the amount above which approval is required', user_id, created_at,
    CASE p.status WHEN 'cancel' THEN 'refused' ELSE 'approved' END::review_decision, manager_id, created_at + interval '2 minutes'
  FROM seed_payouts p CROSS JOIN seed_terms WHERE (p.status = 'paid' AND p.k % 29 = 5) OR (p.status = 'cancel' AND p.k % 3 = 0)`;

const OUTFLOWS = `
  INSERT INTO outflows (kind, subject_id, merchant_id, value_usd, created_at, returned_at)
  SELECT 'payout'::outflow_kind, id, merchant_id, round(debited * price, 2), created_at, CASE WHEN status IN ('fail', 'cancel', 'system_fail') THEN created_at + interval '4 minutes' END FROM seed_payouts
  UNION ALL
  SELECT 'refund', r.id, merchant_id, round(r.amount * p.price, 2), created_at, CASE WHEN status = 'fail' THEN created_at + interval '4 minutes' END
  FROM seed_refunds r JOIN seed_prices p ON p.code = r.coin AND p.day = 365
  UNION ALL
  SELECT 'transfer', t.merchant_side, t.merchant_id, round(t.amount * p.price, 2), t.at, null FROM seed_transfers t JOIN seed_prices p ON p.code = t.coin AND p.day = 365 WHERE t.is_out`;

const OUTFLOW_EVENTS = `
  INSERT INTO outflow_events (kind, subject_id, at, event, detail)
  SELECT kind, id, at, event, detail FROM (
    SELECT 'payout'::outflow_kind AS kind, id, created_at AS at, 0 AS step, 'created' AS event, '{}'::jsonb AS detail FROM seed_payouts
    UNION ALL SELECT 'refund', id, created_at, 0, 'created', '{}' FROM seed_refunds
    UNION ALL SELECT purpose::text::outflow_kind, purpose_id, signed_at, 1, 'signed', jsonb_build_object('txid', txid) FROM seed_sends WHERE outgoing_id IS NOT NULL
    UNION ALL SELECT purpose::text::outflow_kind, purpose_id, settled_at, 2, 'confirmed', jsonb_build_object('txid', txid, 'cost', trim_scale(cost)::text, 'currency', native) FROM seed_sends WHERE outgoing_id IS NOT NULL
    UNION ALL SELECT 'payout', id, created_at + interval '4 minutes', 3, 'status', jsonb_build_object('from', 'process', 'to', status) FROM seed_payouts WHERE status NOT IN ('process', 'check')
    UNION ALL SELECT 'refund', id, created_at + interval '4 minutes', 3, 'status', jsonb_build_object('from', 'process', 'to', status) FROM seed_refunds WHERE status <> 'check') e
  ORDER BY at, step`;

const DESTINATIONS = `
  INSERT INTO destinations (merchant_id, family, address_key, address, first_used_at, trusted_at)
  SELECT p.merchant_id, p.family, p.address, p.address, min(created_at), min(created_at) FROM seed_payouts p WHERE status = 'paid' GROUP BY 1, 2, 3
  ON CONFLICT DO NOTHING`;

const REFUND_EVENTS = `
  INSERT INTO invoice_events (invoice_id, at, kind, detail)
  SELECT invoice_id, at, kind, detail FROM (
    SELECT r.invoice_id, r.created_at AS at, 0 AS step, 'refund-ordered' AS kind, jsonb_build_object('refund', r.id, 'currency', coin, 'amount', trim_scale(amount)::text,
      'sent', trim_scale(amount - commission)::text, 'commission', trim_scale(commission)::text, 'address', address) AS detail FROM seed_refunds r WHERE invoice_id IS NOT NULL
    UNION ALL
    SELECT r.invoice_id, r.created_at, 1, 'status', jsonb_build_object('from', 'paid', 'to', 'refund_process') FROM seed_refunds r WHERE invoice_id IS NOT NULL
    UNION ALL
    SELECT r.invoice_id, r.created_at + interval '4 minutes', 2, CASE r.status WHEN 'paid' THEN 'refund-paid' ELSE 'refund-failed' END,
      jsonb_build_object('refund', r.id, 'currency', r.coin, 'amount', trim_scale(r.amount)::text, 'transactionId', s.txid, 'reason', 'The chain would have refused it')
    FROM seed_refunds r JOIN seed_sends s ON s.purpose_id = r.id WHERE invoice_id IS NOT NULL
    UNION ALL
    SELECT r.invoice_id, r.created_at + interval '4 minutes', 3, 'status', jsonb_build_object('from', 'refund_process', 'to', 'refund_' || r.status) FROM seed_refunds r
    WHERE invoice_id IS NOT NULL AND status <> 'check') e
  ORDER BY at, step`;

export const INSERT_OUTFLOWS: readonly string[] = [
  REFUNDS,
  "ANALYZE seed_refunds",
  CREDITED,
  PAYOUTS,
  SENDS,
  "CREATE INDEX ON seed_sends (purpose_id)",
  ...INSERT_OUTPUTS,
  ACCOUNTS,
  OUTGOING,
  SIGNED,
  SEND_ROWS,
  REFUND_ROWS,
  HOLD_ROWS,
  REVIEWS,
  DECIDED_REVIEWS,
  OUTFLOWS,
  OUTFLOW_EVENTS,
  DESTINATIONS,
  REFUND_EVENTS,
];
