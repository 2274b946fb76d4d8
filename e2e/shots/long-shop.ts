import { randomUUID } from "node:crypto";
import pg from "pg";
import { addShop } from "../dashboard/own-shop";
import { type Credentials, sandbox } from "../dashboard/session";

/**
 * A shop in which every text has maximum length, without a place to wrap where possible, and every
 * amount has all its digits.
 */

const SHOP_NAME = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const PERSON_NAME = "Hubert Blaine Wolfeschlegelsteinhausenbergerdorff Senior von und zu Liechtenstein";
const URL_TEXT = `https://payments.${"subsidiary-of-a-long-name.".repeat(4)}example/integrations/${"very-long-path/".repeat(9)}`;
const SUPPORT = `support+everything@${"a-long-label.".repeat(8)}example`;
const AMOUNT = "123456789.123456789012345678";
const HALF = "61728394.561728394506172839";
const ADDRESS = "bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297";
const PAYOUT_ADDRESS =
  "4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK";
const WORDS = "Whoever decided this has written all that there was room for, to the very last character. ";

const PAIR = "'ETH', 'eth'";
const NAME = (of: string) => `left('${of}' || md5($1) || '_' || repeat('unbroken_order_id_', 8), 128)`;

/** `$1` is the shop, `$2` its owner. One statement each. */
const ROWS: readonly string[] = [
  `UPDATE merchants SET name = '${SHOP_NAME}', support_contact = '${SUPPORT}' WHERE id::text = $1 AND $2 <> ''`,
  `UPDATE users SET name = '${PERSON_NAME}' WHERE id::text = $2 AND $1 <> ''`,
  `INSERT INTO addresses (id, family, derivation_index, address, address_key, owner_kind, owner_id, assigned_at)
    SELECT (SELECT max(id) FROM addresses) + k, 'evm', (SELECT max(derivation_index) FROM addresses WHERE family = 'evm') + k, '${ADDRESS}' || md5($1) || k, md5($1) || $2 || k, 'invoice', gen_random_uuid(), now()
    FROM generate_series(1, 4) k`,
  `WITH planned AS (
      SELECT gen_random_uuid() AS id, gen_random_uuid() AS quote_id, k, (ARRAY['check', 'paid_over', 'wrong_amount', 'refund_process'])[k]::invoice_status AS status FROM generate_series(1, 4) k),
    written AS (
      INSERT INTO invoices (id, merchant_id, order_id, status, amount, currency_code, lifetime_seconds, additional_data, payer_email, url_return, url_callback, current_quote_id, paid_amount, paid_amount_usd,
        credited_amount, commission_amount, transaction_id, from_address, expires_at, created_at, final_at)
      SELECT id, $1::text::uuid, ${NAME("' || k || '")}, status, ${AMOUNT}, 'ETH', 43200, repeat('${WORDS}', 2), '${SUPPORT}', '${URL_TEXT}', '${URL_TEXT}', quote_id,
        CASE WHEN k > 1 THEN ${HALF} ELSE 0 END, CASE WHEN k > 1 THEN 214814813074.814814 ELSE 0 END, CASE WHEN k > 1 THEN ${HALF} END, CASE WHEN k > 1 THEN 0.123456789012345678 END,
        CASE WHEN k > 1 THEN '0x' || md5($1) || md5($2) END, CASE WHEN k > 1 THEN '${ADDRESS}' END, now() + interval '10 hours', now() - k * interval '1 minute', CASE WHEN k IN (2, 3) THEN now() END FROM planned)
    INSERT INTO quotes (id, invoice_id, number, currency_code, network_code, address_id, address, payer_amount, base_amount, rate, rate_source, rate_at, usd_rate, commission_rate, valid_until)
    SELECT quote_id, id, 1, ${PAIR}, (SELECT max(a.id) FROM addresses a) - k + 1, '${ADDRESS}', ${AMOUNT}, ${AMOUNT}, 1.123456789012345678, 'KuCoin', now(), 3480.123456789012345678, 0.01, now() + interval '10 hours' FROM planned`,
  `INSERT INTO invoice_events (invoice_id, at, kind, detail)
    SELECT i.id, now(), kind, jsonb_build_object('currency', 'ETH', 'network', 'eth', 'amount', '${AMOUNT}', 'payerAmount', '${AMOUNT}', 'transactionId', i.transaction_id, 'from', 'check', 'to', i.status)
    FROM invoices i CROSS JOIN (VALUES ('created'), ('quoted'), ('deposit-seen'), ('deposit-confirmed'), ('status')) e (kind) WHERE i.merchant_id::text = $1 AND $2 <> ''`,
  `INSERT INTO static_wallets (merchant_id, order_id, currency_code, network_code, address_id, address, url_callback, status, creation_fee, blocked_at)
    SELECT $1::text::uuid, ${NAME("wallet")}, ${PAIR}, (SELECT max(id) FROM addresses), '${ADDRESS}', '${URL_TEXT}', 'blocked', 0, now() FROM users WHERE id::text = $2`,
  `INSERT INTO deposits (network_code, transaction_id, position, currency_code, amount, from_address, to_address, address_id, owner_kind, owner_id, status, seen_at, vanished_at)
    SELECT 'eth', '0x' || md5($1) || md5(i.id::text), 'native', 'ETH', ${HALF}, '${ADDRESS}', '${ADDRESS}', (SELECT max(id) FROM addresses), 'invoice', i.id, 'vanished', now(), now()
    FROM invoices i WHERE i.merchant_id::text = $1 AND $2 <> '' AND i.status IN ('paid_over', 'wrong_amount')`,
  `INSERT INTO cases (merchant_id, kind, status, deposit_id, invoice_id, currency_code, network_code, amount)
    SELECT i.merchant_id, 'wrong_network', 'open', d.id, i.id, ${PAIR}, d.amount FROM deposits d JOIN invoices i ON i.id = d.owner_id WHERE i.merchant_id::text = $1 AND $2 <> ''`,
  `INSERT INTO refund_requests (merchant_id, invoice_id, kind, status, currency_code, network_code, address, amount, proof, challenge, confirm_until, confirmed_at, failure)
    SELECT i.merchant_id, i.id, 'short', 'confirmed', ${PAIR}, '${PAYOUT_ADDRESS}', ${HALF}, 'signature', md5(i.id::text), now(), now(), repeat('${WORDS}', 2) FROM invoices i WHERE i.merchant_id::text = $1 AND i.status = 'wrong_amount' AND $2 <> ''`,
  `INSERT INTO payouts (merchant_id, order_id, status, amount_text, amount, currency_code, payer_code, network_code, address, memo, is_subtract, url_callback, from_code, sent_amount, commission, debited_amount, balance_after, failure, created_by_id)
    SELECT $1::text::uuid, ${NAME("payout")} || '', (ARRAY['fail', 'check'])[k]::payout_status, '${AMOUNT}', ${AMOUNT}, 'ETH', ${PAIR}, '${PAYOUT_ADDRESS}', repeat('9', 30), false, '${URL_TEXT}', 'USDT', ${AMOUNT}, 0.123456789012345678, ${AMOUNT}, ${AMOUNT},
      repeat('${WORDS}', 2), $2::text::uuid FROM generate_series(1, 1) k`,
  `INSERT INTO payouts (merchant_id, order_id, status, amount_text, amount, currency_code, payer_code, network_code, address, is_subtract, from_code, sent_amount, commission, debited_amount, balance_after, created_by_id)
    SELECT $1::text::uuid, ${NAME("waits")}, 'check', '${AMOUNT}', ${AMOUNT}, 'ETH', ${PAIR}, '${PAYOUT_ADDRESS}', false, 'ETH', ${AMOUNT}, 0.1, ${AMOUNT}, ${AMOUNT}, $2::text::uuid`,
  `INSERT INTO reviews (kind, subject_id, merchant_id, reason, detail, requested_by_id)
    SELECT 'payout', id, merchant_id, 'look_alike', repeat('${WORDS}', 2), $2::text::uuid FROM payouts WHERE merchant_id::text = $1 AND status = 'check'`,
  `WITH file AS (
      INSERT INTO payout_batches (merchant_id, created_by_id, file_name, file_hash, status, submitted_at) VALUES ($1::text::uuid, $2::text::uuid, left(repeat('payouts_of_the_last_quarter_', 8), 116) || '.csv', sha256($1::bytea), 'cancelled', now()) RETURNING id)
    INSERT INTO payout_batch_rows (batch_id, number, input, refusal)
    SELECT id, k, jsonb_build_object('amount', '${AMOUNT}', 'currency', 'ETH', 'network', 'eth', 'address', '${PAYOUT_ADDRESS}', 'order_id', ${NAME("row")}, 'to_currency', 'ETH', 'from_currency', 'USDT', 'is_subtract', 'true',
      'memo', repeat('9', 30), 'priority', 'recommended', 'course_source', 'KuCoin', 'url_callback', '${URL_TEXT}'), repeat('${WORDS}', 2) FROM file CROSS JOIN generate_series(2, 4) k`,
  `WITH made AS (
      INSERT INTO webhook_deliveries (merchant_id, object_kind, object_id, event_status, url, payload, state, attempt_count, delivered_at)
      SELECT $1::text::uuid, 'invoice', i.id, 'wrong_amount', '${URL_TEXT}', '{"order_id":"' || i.order_id || '"}', 'failed', 12, NULL FROM invoices i WHERE i.merchant_id::text = $1 AND $2 <> '' RETURNING id)
    INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, http_status, error, response_excerpt)
    SELECT id, k, now(), 10000, CASE k WHEN 1 THEN 503 END, CASE k WHEN 2 THEN 'getaddrinfo ENOTFOUND ' || repeat('subsidiary-of-a-long-name.', 6) END, repeat('unbroken', 40) FROM made CROSS JOIN generate_series(1, 2) k`,
  `INSERT INTO webhook_tests (merchant_id, actor_id, kind, event_status, currency_code, network_code, url, body, request_headers, queued_at, started_at, duration_ms, error)
    VALUES ($1::text::uuid, $2::text::uuid, 'payment', 'wrong_amount', 'USDT', 'bsc', '${URL_TEXT}', '{}', '[["content-type","application/json"]]', now(), now(), 10000, 'getaddrinfo ENOTFOUND ' || repeat('subsidiary-of-a-long-name.', 6))`,
  `INSERT INTO invitations (merchant_id, email, role, token_hash, invited_by_id, expires_at) VALUES ($1::text::uuid, '${SUPPORT}', 'developer', sha256(($1 || 'long')::bytea), $2::text::uuid, now() + interval '7 days')`,
  `INSERT INTO audit_events (actor_id, merchant_id, action, target, ip, before, after)
    VALUES ($2::text::uuid, $1::text::uuid, 'merchant.change', $1, '2001:0db8:85a3:0000:1319:8a2e:0370:7344', jsonb_build_object('name', 'Short', 'supportContact', ''), jsonb_build_object('name', '${SHOP_NAME}', 'supportContact', '${SUPPORT}'))`,
  `INSERT INTO notifications (user_id, merchant_id, kind, reference, detail) VALUES ($2::text::uuid, $1::text::uuid, 'invoice_paid', $1, jsonb_build_object('orderId', ${NAME("told")}, 'amount', '${AMOUNT} ETH'))`,
  `WITH own AS (INSERT INTO accounts (class, kind, owner_id, currency_code) VALUES ('liability', 'merchant', $1, 'ETH') RETURNING id),
    taken AS (INSERT INTO accounts (class, kind, owner_id, currency_code, shard_count) VALUES ('equity', 'receivable', $1, 'ETH', 1) RETURNING id),
    personal AS (INSERT INTO accounts (class, kind, owner_id, currency_code) VALUES ('liability', 'user', $2, 'ETH') RETURNING id),
    entries AS (INSERT INTO journal_entries (kind, reference, group_id) VALUES ('receivable.repay', 'long:' || $1, 'long:' || $1), ('transfer.to-personal', gen_random_uuid() || ':' || gen_random_uuid(), 'long-transfer:' || $1) RETURNING id, kind)
    INSERT INTO postings (entry_id, account_id, shard, currency_code, amount)
    SELECT e.id, a.id, 0, 'ETH', a.amount FROM entries e JOIN (
      SELECT id, 'receivable.repay' AS kind, -${AMOUNT} AS amount FROM own UNION ALL SELECT id, 'receivable.repay', ${AMOUNT} FROM taken
      UNION ALL SELECT id, 'transfer.to-personal', ${HALF} FROM own UNION ALL SELECT id, 'transfer.to-personal', -${HALF} FROM personal) a ON a.kind = e.kind
    ORDER BY a.amount`,
];

/**
 * Returns its owner's credentials. Its books do not balance: it is for screenshots, in a gateway
 * that is discarded.
 */
export async function addLongShop(): Promise<Credentials> {
  const credentials = await addShop("owner");
  const client = new pg.Client({ connectionString: sandbox.database });
  await client.connect();
  try {
    const { rows } = await client.query<{ merchant: string; owner: string }>(
      `SELECT m.merchant_id::text AS merchant, u.id::text AS owner FROM users u JOIN merchant_members m ON m.user_id = u.id WHERE u.email = $1`,
      [credentials.email],
    );
    const { merchant, owner } = rows[0] ?? { merchant: randomUUID(), owner: randomUUID() };
    await client.query("BEGIN");
    for (const sql of ROWS) await client.query(sql, [merchant, owner]);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
  return credentials;
}
