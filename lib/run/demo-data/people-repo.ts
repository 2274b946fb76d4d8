/** Notifications, test webhooks, screening hits, and the audit trail of all manual actions. */

const NOTIFICATIONS = `
  INSERT INTO notifications (user_id, merchant_id, kind, reference, detail, created_at, read_at)
  SELECT m.user_id, t.merchant_id, kind::notification_kind, reference, detail, at, CASE WHEN place > 9 THEN at + interval '3 hours' END
  FROM (SELECT *, row_number() OVER (ORDER BY at DESC) AS place FROM (
    (SELECT 'invoice_paid' AS kind, i.id::text AS reference, jsonb_build_object('orderId', i.order_id, 'amount', trim_scale(i.amount) || ' ' || i.currency) AS detail, i.confirmed_at AS at
      FROM seed_invoices i JOIN seed_terms t ON t.merchant_id = i.merchant_id WHERE i.status = 'paid' ORDER BY i.confirmed_at DESC LIMIT 24)
    UNION ALL
    (SELECT CASE status WHEN 'paid' THEN 'payout_paid' ELSE 'payout_failed' END, id::text, jsonb_build_object('orderId', order_id, 'amount', trim_scale(debited - commission) || ' ' || coin), created_at + interval '4 minutes'
      FROM (SELECT *, row_number() OVER (PARTITION BY status ORDER BY created_at DESC) AS newest FROM seed_payouts WHERE status IN ('paid', 'fail')) p WHERE newest <= CASE status WHEN 'paid' THEN 9 ELSE 3 END)
    UNION ALL
    (SELECT 'case_opened', case_id::text, jsonb_build_object('amount', trim_scale(amount) || ' ' || coin, 'case', case_kind), confirmed_at
      FROM seed_deposits WHERE case_status = 'open' AND case_kind NOT IN ('unmatched', 'locked') ORDER BY confirmed_at DESC LIMIT 6)
    UNION ALL
    SELECT 'refund_requested', q.id::text, jsonb_build_object('amount', trim_scale(q.amount) || ' ' || q.currency_code, 'orderId', i.order_id, 'invoice', i.id), q.confirmed_at
      FROM refund_requests q JOIN seed_terms t ON t.merchant_id = q.merchant_id JOIN seed_invoices i ON i.id = q.invoice_id WHERE q.status = 'confirmed'
    UNION ALL
    SELECT 'webhook_failing', 'shop.example:' || k, '{"host": "shop.example", "answer": "502 Bad Gateway"}'::jsonb, till_at - k * interval '37 hours' FROM seed_terms CROSS JOIN generate_series(1, 3) k) n) n
  CROSS JOIN seed_terms t JOIN merchant_members m ON m.merchant_id = t.merchant_id AND (m.role = 'owner' OR m.user_id = t.manager_id)
  ORDER BY at ON CONFLICT DO NOTHING`;

const OPERATOR_NOTIFICATIONS = `
  INSERT INTO notifications (user_id, kind, reference, detail, created_at, read_at)
  SELECT u.id, n.kind::notification_kind, n.kind || ':' || n.network, n.detail::jsonb || jsonb_build_object('network', n.network), t.till_at - n.age::interval, CASE WHEN n.age <> '5 hours' THEN t.till_at - interval '1 day' END
  FROM seed_terms t JOIN users u ON u.is_operator CROSS JOIN (VALUES ('gas_low', 'Polygon', '{}', '5 hours'), ('node_lagging', 'Ethereum', '{"state": "4 minutes behind"}', '6 days'),
    ('node_lagging', 'BNB Smart Chain', '{"state": "does not answer"}', '41 days')) n (kind, network, detail, age) ON CONFLICT DO NOTHING`;

const WEBHOOK_TESTS = `
  INSERT INTO webhook_tests (merchant_id, actor_id, kind, event_status, currency_code, network_code, url, body, request_headers, created_at, queued_at, started_at, duration_ms, http_status, error, response_headers, response_excerpt)
  SELECT t.merchant_id, t.user_id, n.kind, n.status, 'USDT', 'bsc', n.url, '{"type":"' || n.kind || '","status":"' || n.status || '","is_final":true}', '[["content-type","application/json"],["user-agent","Chaintill"]]'::jsonb,
    at, at, at + interval '1 second', n.took, n.answer, n.error, CASE WHEN n.answer IS NOT NULL THEN '[["content-type","text/plain"]]'::jsonb END, n.said
  FROM seed_terms t CROSS JOIN (VALUES
    ('payment', 'paid', 'https://shop.example/webhooks/chaintill', 84, 200, null, 'OK', '3 days'), ('payment', 'wrong_amount', 'https://shop.example/webhooks/chaintill', 131, 422, null, '{"error":"unknown order"}', '3 days 1 hour'),
    ('payout', 'fail', 'https://staging.shop.example/integrations/payments/webhooks/chaintill/version-two', 10000, null, 'The server did not answer within 10 seconds', null, '19 days'),
    ('wallet', 'paid', 'https://shop.example/webhooks/chaintill', 402, 500, null, 'Traceback (most recent call last): KeyError: order_id', '40 days')) n (kind, status, url, took, answer, error, said, age)
    CROSS JOIN LATERAL (SELECT t.till_at - n.age::interval AS at) a`;

/** One list names the senders of held deposits. */
const LIST = `
  WITH made AS (
    INSERT INTO screening_lists (name, version, entry_count, imported_by_id, imported_at)
    SELECT 'Stolen funds ' || t.mark, 1, (SELECT count(DISTINCT from_address) FROM deposits d JOIN seed_deposits s ON s.id = d.id WHERE s.case_kind = 'locked'), t.user_id, t.from_at + interval '8 days' FROM seed_terms t RETURNING id)
  INSERT INTO screening_entries (list_id, family, address_key, address, note)
  SELECT DISTINCT m.id, s.family, d.from_address, d.from_address, 'Taken from an exchange in March' FROM made m CROSS JOIN seed_deposits s JOIN deposits d ON d.id = s.id WHERE s.case_kind = 'locked'`;

const VERDICTS = `
  INSERT INTO screening_verdicts (subject_kind, subject_id, family, address, is_hit, lists, at)
  SELECT 'deposit', s.id, s.family, d.from_address, true, jsonb_build_array(jsonb_build_object('list', 'Stolen funds ' || t.mark, 'version', 1, 'note', 'Taken from an exchange in March')), s.seen_at
  FROM seed_deposits s JOIN deposits d ON d.id = s.id CROSS JOIN seed_terms t WHERE s.case_kind = 'locked'`;

const TRAIL = `
  INSERT INTO audit_events (at, actor_id, merchant_id, action, target, ip, detail, before, after)
  SELECT at, coalesce(actor, t.user_id), t.merchant_id, action, target, '203.0.113.24', detail::jsonb, was::jsonb, becomes::jsonb FROM (
    SELECT t.at AS at, null::uuid AS actor, CASE WHEN is_out THEN 'transfer.to-personal' ELSE 'transfer.to-business' END AS action, merchant_side::text AS target,
      jsonb_build_object('currency', coin, 'amount', trim_scale(amount)::text) AS detail, null::jsonb AS was, null::jsonb AS becomes FROM seed_transfers t JOIN seed_terms s ON s.merchant_id = t.merchant_id
    UNION ALL SELECT blocked_at, manager_id, 'wallet.block', id::text, '{}', '{"status": "active"}', '{"status": "blocked"}' FROM seed_blocked CROSS JOIN seed_terms
    UNION ALL SELECT created_at, null, 'wallet.refund', wallet_id::text, jsonb_build_object('amount', trim_scale(amount)::text, 'currency', coin), null, null FROM seed_refunds WHERE kind = 'wallet'
    UNION ALL SELECT at - interval '6 minutes', null, 'payout-batch.upload', id::text, jsonb_build_object('rows', size), null, null FROM seed_files
    UNION ALL SELECT at - interval '1 minute', null, 'payout-batch.order', id::text, jsonb_build_object('rows', size), null, null FROM seed_files
    UNION ALL SELECT v.decided_at, v.decided_by_id, 'review.decide', v.subject_id::text, jsonb_build_object('decision', v.decision), null, null
      FROM reviews v JOIN seed_terms t ON t.merchant_id = v.merchant_id WHERE v.decision IS NOT NULL
    UNION ALL SELECT i.created_at, i.invited_by_id, 'invitation.create', i.id::text, jsonb_build_object('email', i.email, 'role', i.role), null, null FROM invitations i JOIN seed_terms t ON t.merchant_id = i.merchant_id
    UNION ALL SELECT m.created_at, m.user_id, 'invitation.accept', m.user_id::text, jsonb_build_object('role', m.role), null, null FROM merchant_members m JOIN seed_terms t ON t.merchant_id = m.merchant_id WHERE m.role <> 'owner'
    UNION ALL SELECT from_at + interval '11 days', null, 'auto-convert.change', merchant_id::text, '{}', '{"coins": []}', '{"coins": ["AVAX", "LTC"]}' FROM seed_terms
    UNION ALL SELECT from_at + interval '61 days', null, 'api-key.rotate', merchant_id::text, '{"kind": "payment"}', null, null FROM seed_terms
    UNION ALL SELECT from_at + interval '200 days', manager_id, 'brand.change', merchant_id::text, '{}', '{"accent": null}', '{"accent": "#0f766e"}' FROM seed_terms) e CROSS JOIN seed_terms t
  ORDER BY at`;

export const INSERT_NOTIFICATIONS: readonly string[] = [
  NOTIFICATIONS,
  OPERATOR_NOTIFICATIONS,
  WEBHOOK_TESTS,
  LIST,
  VERDICTS,
  TRAIL,
];

/**
 * Other people: three more members of the merchant, one of them suspended, pending and expired
 * invitations, sessions in other browsers, a shop referred by the merchant's owner, and a blocked
 * one. All of them have the owner's password.
 */

const MEMBERS = `
  WITH made AS (
    INSERT INTO users (id, email, name, password_hash, email_verified_at, is_blocked, created_at)
    SELECT n.id, n.name_part || '-' || t.mark || '@shop.example', n.name, o.password_hash, CASE WHEN n.is_proven THEN t.from_at + n.days * interval '1 day' END, n.is_out,
      t.from_at + n.days * interval '1 day'
    FROM seed_terms t JOIN users o ON o.id = t.user_id CROSS JOIN LATERAL (VALUES
      (t.manager_id, 'marta', 'Marta Lindqvist', 4, true, false, 'manager'), (gen_random_uuid(), 'dev', 'Devendra Patel', 9, true, false, 'developer'),
      (gen_random_uuid(), 'viola', 'Viola Romano', 130, false, false, 'viewer'), (gen_random_uuid(), 'karl', 'Karl-Heinz Obermüller', 40, true, true, 'manager')
    ) n (id, name_part, name, days, is_proven, is_out, role) RETURNING id, name, created_at)
  INSERT INTO merchant_members (merchant_id, user_id, role, created_at)
  SELECT t.merchant_id, m.id, (CASE m.name WHEN 'Devendra Patel' THEN 'developer' WHEN 'Viola Romano' THEN 'viewer' ELSE 'manager' END)::member_role, m.created_at FROM made m CROSS JOIN seed_terms t`;

const INVITATIONS = `
  INSERT INTO invitations (merchant_id, email, role, token_hash, invited_by_id, created_at, expires_at, revoked_at)
  SELECT t.merchant_id, n.name || '-' || t.mark || '@shop.example', n.role::member_role, sha256((t.mark || n.name)::bytea), t.user_id, t.till_at - n.age::interval, t.till_at - n.age::interval + interval '7 days',
    CASE WHEN n.is_back THEN t.till_at - interval '20 days' END
  FROM seed_terms t CROSS JOIN (VALUES ('bookkeeping', 'viewer', '2 days', false), ('a.very.long.name.of.somebody.at.the.new.agency', 'developer', '5 hours', false),
    ('former', 'manager', '16 days', false), ('mistyped', 'viewer', '21 days', true)) n (name, role, age, is_back)`;

const OWNERS_OF_OTHERS = `
  INSERT INTO users (id, email, name, password_hash, email_verified_at, created_at)
  SELECT t.guest_id, 'hanna-' || t.mark || '@harbour-books.example', 'Hanna Brandt', o.password_hash, t.from_at, t.from_at FROM seed_terms t JOIN users o ON o.id = t.user_id`;

const OTHERS = `
  INSERT INTO merchants (id, name, support_contact, wallet_owner_id, payments_blocked_at, payouts_blocked_at, payment_commission, referrer_id, referred_at, created_at)
  SELECT n.id, n.name, 'help@' || n.host, t.guest_id, CASE WHEN n.is_out THEN t.till_at - interval '9 days' END, CASE WHEN n.is_out THEN t.till_at - interval '9 days' END, CASE WHEN n.is_out THEN 0.015 END,
    t.user_id, t.from_at, t.from_at
  FROM seed_terms t CROSS JOIN LATERAL (VALUES (t.other_id, 'Harbour Books', 'harbour-books.example', false), (gen_random_uuid(), 'Copper Kettle Coffee Roasters', 'copper-kettle.example', true)) n (id, name, host, is_out)
  RETURNING id`;

/** The oldest owner must stay the one whose year it is. */
const THEIR_MEMBERS = `
  INSERT INTO merchant_members (merchant_id, user_id, role, created_at)
  SELECT m.id, t.guest_id, 'owner', t.till_at FROM merchants m JOIN seed_terms t ON t.guest_id = m.wallet_owner_id`;

/** Without ambiguous characters, like all codes. */
const CODE = `
  INSERT INTO referral_codes (code, user_id, created_at)
  SELECT translate(upper(left(md5(user_id::text), 8)), '01', 'XY'), user_id, from_at FROM seed_terms ON CONFLICT DO NOTHING`;

const SESSIONS = `
  INSERT INTO sessions (user_id, created_at, last_seen_at, expires_at, ip, user_agent, confirmed_at)
  SELECT t.user_id, t.till_at - n.age::interval, t.till_at - n.seen::interval, t.till_at + interval '5 days', n.ip, n.agent, t.till_at - n.age::interval
  FROM seed_terms t CROSS JOIN (VALUES
    ('6 days', '40 minutes', '203.0.113.24', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'),
    ('3 days', '2 days', '2001:db8:85a3:1319:8a2e:370:7348:44', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0')) n (age, seen, ip, agent)`;

const DISCOUNTS = `
  INSERT INTO service_discounts (merchant_id, currency_code, network_code, percent, updated_at)
  SELECT merchant_id, n.coin, n.network, n.percent, till_at - interval '70 days' FROM seed_terms CROSS JOIN (VALUES ('USDT', 'bsc', 3), ('BTC', 'btc', -2)) n (coin, network, percent)
  WHERE EXISTS (SELECT FROM seed_coins c WHERE c.coin = n.coin AND c.network = n.network) ON CONFLICT DO NOTHING`;

export const INSERT_PEOPLE: readonly string[] = [
  MEMBERS,
  INVITATIONS,
  OWNERS_OF_OTHERS,
  OTHERS,
  THEIR_MEMBERS,
  CODE,
  SESSIONS,
  DISCOUNTS,
];
