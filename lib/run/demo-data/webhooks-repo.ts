import type pg from "pg";
import { sampleAddress } from "@/lib/run/demo-data/terms-repo";

/**
 * Payers' refund requests in every state, and payout files. Runs after the refunds and payouts that
 * fulfil them.
 */

const REFUND_REQUESTS = `
  INSERT INTO refund_requests (merchant_id, invoice_id, case_id, kind, status, currency_code, network_code, address, amount, proof, challenge, locale, confirm_until, created_at,
    confirmed_at, decided_at, decided_by_id, note, refund_id)
  WITH odd AS (
    SELECT i.*, row_number() OVER (PARTITION BY i.status ORDER BY i.n DESC) AS place FROM seed_invoices i JOIN seed_coins c ON c.coin_id = i.coin_id JOIN seed_terms t ON t.merchant_id = i.merchant_id
    WHERE c.is_sandbox AND i.status IN ('wrong_amount', 'paid_over') AND i.from_end > 100 AND i.wallet_id IS NULL AND (i.received - CASE i.status WHEN 'paid_over' THEN i.owed ELSE 0 END) * i.usd_rate > 3),
  wished AS (
    SELECT id AS invoice_id, null::uuid AS case_id, CASE status WHEN 'wrong_amount' THEN 'short' ELSE 'surplus' END AS kind,
      CASE WHEN place <= 2 THEN 'confirmed' WHEN place = 3 THEN 'unconfirmed' WHEN place <= 5 THEN 'refused' ELSE 'void' END AS status, coin, network, family,
      received - CASE status WHEN 'paid_over' THEN owed ELSE 0 END AS amount, CASE WHEN place <= 3 THEN till_at - place * interval '5 hours' ELSE confirmed_at + interval '3 hours' END AS at, n, null::uuid AS refund_id
    FROM odd CROSS JOIN seed_terms WHERE place <= 6
    UNION ALL
    SELECT d.invoice_id, r.case_id, 'case', 'approved', r.coin, r.network, r.family, r.amount, r.created_at - interval '50 minutes', r.n, r.id
    FROM (SELECT * FROM seed_refunds WHERE kind = 'case' AND status = 'paid' ORDER BY created_at DESC LIMIT 5) r JOIN seed_deposits d ON d.case_id = r.case_id)
  SELECT t.merchant_id, invoice_id, case_id, kind::refund_request_kind, status::refund_request_status, coin, network, ${sampleAddress("family", "n || ':payer'")}, amount,
    CASE WHEN status NOT IN ('unconfirmed', 'void') THEN CASE WHEN n % 2 = 0 AND family = 'evm' THEN 'signature' ELSE 'email' END END::refund_request_proof,
    md5(invoice_id::text || status), CASE n % 3 WHEN 0 THEN 'de' ELSE 'en' END, at + interval '24 hours', at, CASE WHEN status NOT IN ('unconfirmed', 'void') THEN at + interval '11 minutes' END,
    CASE WHEN status IN ('approved', 'refused') THEN at + interval '45 minutes' END, CASE WHEN status IN ('approved', 'refused') THEN t.user_id END,
    CASE status WHEN 'refused' THEN 'The goods are on their way: please send them back first.' END, refund_id
  FROM wished CROSS JOIN seed_terms t`;

/**
 * Built from the marked payouts, with every column of a file; one row of the oldest file was
 * rejected.
 */
const BLANKS = `'{"to_currency": "", "from_currency": "", "is_subtract": "", "memo": "", "priority": "", "course_source": "", "url_callback": ""}'::jsonb`;

const FILES = `
  CREATE TEMP TABLE seed_files ON COMMIT DROP AS
  SELECT file, gen_random_uuid() AS id, min(created_at) AS at, count(*) AS size, file = 31 AS has_refusal FROM seed_payouts WHERE file IS NOT NULL GROUP BY file`;

const FILE_ROWS = `
  INSERT INTO payout_batches (id, merchant_id, created_by_id, file_name, file_hash, status, created_at, submitted_at)
  SELECT f.id, t.merchant_id, t.user_id, 'suppliers-' || to_char(f.at, 'YYYY-MM-DD') || '.csv', sha256(f.id::text::bytea), 'done'::payout_batch_status, f.at - interval '6 minutes', f.at - interval '1 minute'
  FROM seed_files f CROSS JOIN seed_terms t
  UNION ALL
  SELECT gen_random_uuid(), t.merchant_id, t.user_id, 'Freelancers and partner commissions of the last quarter (corrected, second version).csv', sha256(('cancelled' || t.mark)::bytea), 'cancelled',
    t.till_at - interval '12 days', t.till_at - interval '12 days' + interval '9 minutes' FROM seed_terms t
  UNION ALL
  SELECT gen_random_uuid(), t.merchant_id, t.user_id, 'salaries.csv', sha256(('checked' || t.mark)::bytea), 'checked', t.till_at - interval '3 hours', null FROM seed_terms t`;

const ROWS_OF_FILES = `
  INSERT INTO payout_batch_rows (batch_id, number, input, payout_id)
  SELECT f.id, 1 + row_number() OVER (PARTITION BY f.id ORDER BY p.created_at), ${BLANKS} || jsonb_build_object('amount', trim_scale(p.debited)::text, 'currency', p.coin, 'address', p.address,
    'network', p.network, 'order_id', p.order_id), p.id
  FROM seed_files f JOIN seed_payouts p ON p.file = f.file`;

/** Rows without a payout: cancelled before creation, not yet ordered, and the rejected one. */
const ROWS_WITHOUT = `
  INSERT INTO payout_batch_rows (batch_id, number, input, refusal)
  SELECT b.id, 1 + k + CASE b.status WHEN 'done' THEN f.size ELSE 0 END, ${BLANKS} || jsonb_build_object('amount', (40 + 7.5 * k)::text, 'currency', 'USDT', 'address', ${sampleAddress("'evm'", "'file:' || k")},
    'network', 'bsc', 'order_id', 'by-file-' || left(b.id::text, 4) || '-' || k), CASE b.status WHEN 'done' THEN 'Minimum amount: 5 USDT' WHEN 'cancelled' THEN 'The file was cancelled' END
  FROM payout_batches b JOIN seed_terms t ON t.merchant_id = b.merchant_id LEFT JOIN seed_files f ON f.id = b.id CROSS JOIN generate_series(1, 6) k
  WHERE (f.id IS NULL AND b.file_hash IN (sha256(('cancelled' || t.mark)::bytea), sha256(('checked' || t.mark)::bytea))) OR (f.has_refusal AND k = 1)`;

export const INSERT_REFUND_REQUESTS: readonly string[] = [
  REFUND_REQUESTS,
  FILES,
  FILE_ROWS,
  ROWS_OF_FILES,
  ROWS_WITHOUT,
];

/** Events to the shop with their attempts, and manual actions. */

/** Members in the documented order, as in lib/money-in/invoices/wire-view.ts. */
const PAYLOAD = `'{"type":"' || CASE WHEN i.wallet_id IS NULL THEN 'payment' ELSE 'wallet' END || '","uuid":"' || i.id || '","order_id":"' || i.order_id
  || '","amount":"' || trunc(i.amount, 8) || '","payment_amount":"' || CASE WHEN s.status = 'process' THEN 0.00000000 ELSE trunc(i.paid_amount, 8) END
  || '","payment_amount_usd":"' || round(CASE WHEN s.status = 'process' THEN 0 ELSE i.paid_amount_usd END, 2)
  || '","merchant_amount":"' || trunc(q.payer_amount * 0.99, 8) || '","commission":"' || trunc(q.payer_amount * 0.01, 8)
  || '","is_final":' || (s.status <> 'process')::text || ',"status":"' || s.status || '","from":' || coalesce('"' || i.from_address || '"', 'null')
  || ',"wallet_address_uuid":' || coalesce('"' || i.wallet_id || '"', 'null') || ',"network":"' || q.network_code || '","currency":"' || i.currency_code
  || '","payer_currency":"' || q.currency_code || '","additional_data":null,"txid":' || coalesce('"' || i.transaction_id || '"', 'null') || '}'`;

/**
 * Twelve attempts take more than two days: later events before the year's end were delivered at
 * once, or attempts are still due.
 */
const IS_LATE = `s.at > (SELECT max(till_at) FROM seed_terms) - interval '54 hours'`;

const DELIVERIES = `
  CREATE TEMP TABLE seed_deliveries ON COMMIT DROP AS
  SELECT gen_random_uuid() AS id, row_number() OVER (ORDER BY s.at) AS place, i.merchant_id, CASE WHEN i.wallet_id IS NULL THEN 'invoice' ELSE 'wallet' END AS object_kind,
    coalesce(i.wallet_id, i.id) AS object_id, CASE WHEN i.wallet_id IS NOT NULL THEN i.id END AS top_up_id, s.status AS event_status, i.url_callback AS url, ${PAYLOAD} AS payload, s.at,
    CASE WHEN ${IS_LATE} THEN 1 WHEN p.n % 499 = 17 THEN 12 WHEN p.by_speed < 0.012 THEN 4 WHEN p.by_speed < 0.05 THEN 2 ELSE 1 END AS attempt_count, ${IS_LATE} OR p.n % 499 <> 17 AS is_delivered
  FROM seed_invoices p JOIN invoices i ON i.id = p.id JOIN quotes q ON q.id = i.current_quote_id
    CROSS JOIN LATERAL (VALUES ('process', p.seen_at), (CASE WHEN p.status LIKE 'refund%' THEN 'paid' ELSE p.status END, coalesce(i.final_at, p.confirmed_at))) s (status, at)
  WHERE i.url_callback IS NOT NULL AND p.status <> 'check' AND (s.status <> 'process' OR (p.received > 0 AND p.wallet_id IS NULL AND NOT p.is_late))
    AND NOT (p.status = 'process' AND s.at <> p.seen_at)`;

const PAYOUT_DELIVERIES = `
  INSERT INTO seed_deliveries
  SELECT gen_random_uuid(), 0, p.merchant_id, 'payout', p.id, null, p.status::text, p.url_callback,
    '{"type":"payout","uuid":"' || p.id || '","order_id":"' || p.order_id || '","amount":"' || trunc(p.amount, 8) || '","merchant_amount":"' || trunc(p.debited_amount, 8)
      || '","commission":"' || trunc(p.commission, 8) || '","is_final":true,"status":"' || p.status || '","txid":' || coalesce('"' || p.transaction_id || '"', 'null')
      || ',"currency":"' || p.currency_code || '","network":"' || p.network_code || '","payer_currency":"' || p.payer_code || '","payer_amount":"' || trunc(p.sent_amount, 8) || '"}',
    p.final_at, 1, true
  FROM payouts p JOIN seed_payouts s ON s.id = p.id WHERE p.url_callback IS NOT NULL AND p.final_at IS NOT NULL`;

const DELIVERY_ROWS = `
  INSERT INTO webhook_deliveries (id, merchant_id, object_kind, object_id, top_up_id, event_status, url, payload, state, attempt_count, next_attempt_at, created_at, delivered_at)
  SELECT id, merchant_id, object_kind, object_id, top_up_id, event_status, url, payload, CASE WHEN is_delivered THEN 'delivered' ELSE 'failed' END::delivery_state, attempt_count, at, at,
    CASE WHEN is_delivered THEN at + (ARRAY['1 second', '6 seconds', '36 seconds', '3 minutes'])[attempt_count]::interval END
  FROM seed_deliveries ORDER BY at`;

/** The retry schedule, with typical responses of receivers. */
const ATTEMPTS = `
  INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, http_status, error, response_excerpt)
  SELECT id, number, at + (ARRAY['0.4 seconds', '5.4 seconds', '35 seconds', '155 seconds', '13 minutes', '43 minutes', '103 minutes', '4 hours', '8 hours', '16 hours', '28 hours', '52 hours'])[number]::interval,
    CASE WHEN NOT (is_delivered AND number = attempt_count) AND r < 0.3 THEN 10000 + (40 * r)::int ELSE (60 + 700 * r * r)::int END, CASE WHEN is_delivered AND number = attempt_count THEN 200 WHEN r < 0.3 THEN null ELSE (ARRAY[500, 502, 503, 404])[1 + (r * 3.9)::int % 4] END,
    CASE WHEN NOT (is_delivered AND number = attempt_count) AND r < 0.3 THEN 'The server did not answer within 10 seconds' END,
    CASE WHEN is_delivered AND number = attempt_count THEN 'OK' WHEN r >= 0.3 THEN '<html><body>Bad gateway</body></html>' END
  FROM (SELECT d.*, number, random() AS r FROM seed_deliveries d CROSS JOIN LATERAL generate_series(1, attempt_count) number ORDER BY at) a`;

const TRAIL = `
  INSERT INTO audit_events (at, actor_id, merchant_id, action, target, detail, before, after)
  SELECT at, user_id, merchant_id, action, target, detail, was, becomes FROM (
    SELECT created_at + interval '2 hours' AS at, 'invoice.mark-as-paid' AS action, id::text AS target, '{}'::jsonb AS detail, '{"status": "check"}'::jsonb AS was, '{"status": "paid"}'::jsonb AS becomes FROM seed_invoices WHERE is_by_hand
    UNION ALL SELECT created_at, 'payment.refund', invoice_id::text, jsonb_build_object('amount', trim_scale(amount)::text, 'currency', coin), null, null FROM seed_refunds WHERE kind = 'payment'
    UNION ALL SELECT created_at, 'case.refund', case_id::text, jsonb_build_object('amount', trim_scale(amount)::text, 'currency', coin), null, null FROM seed_refunds WHERE kind = 'case'
    UNION ALL SELECT confirmed_at, 'case.credit', case_id::text, jsonb_build_object('amount', trim_scale(amount)::text, 'currency', coin), null, null FROM seed_deposits WHERE case_status = 'credited'
    UNION ALL SELECT created_at, 'payout.cancel', id::text, '{}', null, null FROM seed_payouts WHERE status = 'cancel'
    UNION ALL SELECT from_at + m * interval '30 days', 'merchant.change', merchant_id::text, '{}', jsonb_build_object('lateDriftPercent', m % 4), jsonb_build_object('lateDriftPercent', (m + 1) % 4)
      FROM seed_terms CROSS JOIN generate_series(1, 12) m) e CROSS JOIN (SELECT user_id, merchant_id FROM seed_terms) t
  ORDER BY at`;

export const INSERT_DELIVERIES: readonly string[] = [DELIVERIES, PAYOUT_DELIVERIES, DELIVERY_ROWS, ATTEMPTS, TRAIL];

/**
 * Drops the tables' references to others, and indexes that no constraint needs, within the caller's
 * transaction: until it ends nobody else can read these tables.
 *
 * @returns the statements that recreate all of it exactly; they check the references for all rows
 *   at once
 */
export async function dropGuards(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows: references } = await client.query<{ drop: string; make: string }>(
    `SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', r.relname, c.conname) AS drop,
       format('ALTER TABLE %I ADD CONSTRAINT %I %s', r.relname, c.conname, pg_get_constraintdef(c.oid)) AS make
     FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND r.relname = ANY($1)`,
    [tables],
  );
  const { rows: indexes } = await client.query<{ drop: string; make: string }>(
    `SELECT format('DROP INDEX %I', i.relname) AS drop, pg_get_indexdef(i.oid) AS make
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class r ON r.oid = x.indrelid
     WHERE r.relnamespace = 'public'::regnamespace AND r.relname = ANY($1) AND NOT x.indisunique`,
    [tables],
  );
  for (const { drop } of [...references, ...indexes]) await client.query(drop);
  return [...indexes, ...references].map(({ make }) => make);
}
