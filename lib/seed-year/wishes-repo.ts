import { madeUpAddress } from "@/lib/seed-year/terms-repo";

/** What payers asked to have back, in every state, and files of payouts. After the refunds and the payouts that answer them. */

const WISHES = `
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
  SELECT t.merchant_id, invoice_id, case_id, kind::refund_request_kind, status::refund_request_status, coin, network, ${madeUpAddress("family", "n || ':payer'")}, amount,
    CASE WHEN status NOT IN ('unconfirmed', 'void') THEN CASE WHEN n % 2 = 0 AND family = 'evm' THEN 'signature' ELSE 'email' END END::refund_request_proof,
    md5(invoice_id::text || status), CASE n % 3 WHEN 0 THEN 'de' ELSE 'en' END, at + interval '24 hours', at, CASE WHEN status NOT IN ('unconfirmed', 'void') THEN at + interval '11 minutes' END,
    CASE WHEN status IN ('approved', 'refused') THEN at + interval '45 minutes' END, CASE WHEN status IN ('approved', 'refused') THEN t.user_id END,
    CASE status WHEN 'refused' THEN 'The goods are on their way: please send them back first.' END, refund_id
  FROM wished CROSS JOIN seed_terms t`;

/** From the marked payouts, with every column of a file; one row of the oldest file was refused. */
const BLANKS = `'{"to_currency": "", "from_currency": "", "is_subtract": "", "memo": "", "priority": "", "course_source": "", "url_callback": ""}'::jsonb`;

const FILES = `
  CREATE TEMP TABLE seed_files ON COMMIT DROP AS
  SELECT file, gen_random_uuid() AS id, min(created_at) AS at, count(*) AS size, file = 31 AS has_refusal FROM seed_payouts WHERE file IS NOT NULL GROUP BY file`;

const FILE_ROWS = `
  INSERT INTO payout_batches (id, merchant_id, created_by_id, file_name, file_hash, status, created_at, ordered_at)
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

/** Rows without a payout: of what was cancelled before they were made, of what nobody has ordered, and the refused one. */
const ROWS_WITHOUT = `
  INSERT INTO payout_batch_rows (batch_id, number, input, refusal)
  SELECT b.id, 1 + k + CASE b.status WHEN 'done' THEN f.size ELSE 0 END, ${BLANKS} || jsonb_build_object('amount', (40 + 7.5 * k)::text, 'currency', 'USDT', 'address', ${madeUpAddress("'evm'", "'file:' || k")},
    'network', 'bsc', 'order_id', 'by-file-' || left(b.id::text, 4) || '-' || k), CASE b.status WHEN 'done' THEN 'Minimum amount: 5 USDT' WHEN 'cancelled' THEN 'The file was cancelled' END
  FROM payout_batches b JOIN seed_terms t ON t.merchant_id = b.merchant_id LEFT JOIN seed_files f ON f.id = b.id CROSS JOIN generate_series(1, 6) k
  WHERE (f.id IS NULL AND b.file_hash IN (sha256(('cancelled' || t.mark)::bytea), sha256(('checked' || t.mark)::bytea))) OR (f.has_refusal AND k = 1)`;

export const MAKE_WISHES: readonly string[] = [WISHES, FILES, FILE_ROWS, ROWS_OF_FILES, ROWS_WITHOUT];
