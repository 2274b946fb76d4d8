/**
 * Who else is there: three more members of the merchant, one that was suspended, open and lapsed invitations, sessions in other browsers,
 * a shop that the merchant's owner has brought here, and one that was blocked. All of them have the owner's password.
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

/** Whoever asks for the oldest owner still finds the one whose year it is. */
const THEIR_MEMBERS = `
  INSERT INTO merchant_members (merchant_id, user_id, role, created_at)
  SELECT m.id, t.guest_id, 'owner', t.till_at FROM merchants m JOIN seed_terms t ON t.guest_id = m.wallet_owner_id`;

/** No letter that is mistaken for another one, as all codes are. */
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

export const MAKE_PEOPLE: readonly string[] = [
  MEMBERS,
  INVITATIONS,
  OWNERS_OF_OTHERS,
  OTHERS,
  THEIR_MEMBERS,
  CODE,
  SESSIONS,
  DISCOUNTS,
];
