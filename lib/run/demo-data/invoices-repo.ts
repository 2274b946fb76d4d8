/**
 * The rows of the planned invoices: addresses, static wallets, invoices, quotes, milestones and
 * timelines.
 */

const ADDRESSES = `
  INSERT INTO addresses (id, family, derivation_index, address, address_key, owner_kind, owner_id, assigned_at, created_at)
  SELECT address_id, family, derivation_index, address, address, 'invoice', id, created_at, created_at
  FROM seed_invoices WHERE has_quote AND wallet_id IS NULL ORDER BY n`;

const WALLET_ADDRESSES = `
  INSERT INTO addresses (id, family, derivation_index, address, address_key, owner_kind, owner_id, assigned_at, created_at)
  SELECT address_id, family, derivation_index, address, address, 'wallet', id, created_at, created_at FROM seed_wallets`;

const WALLETS = `
  INSERT INTO static_wallets (id, merchant_id, order_id, currency_code, network_code, address_id, address, url_callback, status, creation_fee, blocked_at, created_at, updated_at)
  SELECT id, merchant_id, order_id, coin, network, address_id, address, 'https://shop.example/webhooks/chaintill', status, 0, blocked_at, created_at, coalesce(blocked_at, created_at) FROM seed_wallets`;

const CLAIMS = `
  INSERT INTO claimed_order_ids (merchant_id, order_id, kind, owner_id)
  SELECT merchant_id, order_id, 'invoice', id FROM seed_invoices WHERE wallet_id IS NULL
  UNION ALL SELECT merchant_id, order_id, 'wallet', id FROM seed_wallets`;

const INVOICES = `
  INSERT INTO invoices (id, merchant_id, order_id, wallet_id, status, payment_outcome, amount, currency_code, network_code, url_return, url_callback, lifetime_seconds,
    additional_data, payer_email, current_quote_id, paid_amount, paid_amount_usd, credited_amount, commission_amount, transaction_id, from_address,
    expires_at, created_at, updated_at, final_at)
  SELECT i.id, i.merchant_id, order_id, i.wallet_id, i.status::invoice_status,
    CASE WHEN is_by_hand THEN 'manual' WHEN i.is_late THEN 'late' WHEN NOT i.is_credited THEN null
      WHEN i.status = 'paid_over' THEN 'over' WHEN i.status = 'wrong_amount' THEN 'under' ELSE 'exact' END::payment_outcome,
    CASE WHEN i.wallet_id IS NULL THEN i.amount ELSE received END, currency, CASE WHEN i.wallet_id IS NOT NULL THEN network END,
    CASE WHEN i.wallet_id IS NULL THEN 'https://shop.example/thanks' END, url_callback, lifetime_seconds,
    CASE WHEN by_kind > 0.9 THEN 'basket ' || i.n || ', "gift", café' END, CASE WHEN by_kind > 0.7 THEN 'payer' || i.n % 4000 || '@mail.example' END,
    CASE WHEN has_quote THEN quote_id END, CASE WHEN i.is_credited THEN received ELSE 0 END, CASE WHEN i.is_credited THEN round(received * usd_rate, 18) ELSE 0 END,
    coalesce(d.credited, CASE WHEN is_inside THEN received - round(received * 0.01, 8) END), coalesce(d.commission, CASE WHEN is_inside THEN round(received * 0.01, 8) END), d.txid, d.from_address, expires_at, created_at,
    coalesce(final_at, CASE WHEN i.status = 'process' THEN seen_at END, created_at), final_at
  FROM (SELECT *, CASE WHEN status IN ('check', 'process', 'refund_process') THEN null WHEN status IN ('cancel', 'system_fail', 'fail') THEN expires_at + interval '20 seconds'
      WHEN is_by_hand THEN created_at + interval '2 hours' ELSE confirmed_at END AS final_at FROM seed_invoices) i
    LEFT JOIN (
      SELECT s.n, sum(s.amount - round(s.amount * 0.01, 8)) FILTER (WHERE s.is_credited) AS credited, sum(round(s.amount * 0.01, 8)) FILTER (WHERE s.is_credited) AS commission,
        min(r.transaction_id) AS txid, min(r.from_address) AS from_address
      FROM seed_deposits s JOIN deposits r ON r.id = s.id WHERE s.role = 'part' GROUP BY 1) d ON d.n = i.n
  ORDER BY i.n`;

/**
 * Invoices and quotes reference each other, which is checked at the end of the statement: one
 * statement writes both.
 */
const INVOICES_WITH_QUOTES = `
  WITH written AS (
    ${INVOICES})
  INSERT INTO quotes (id, invoice_id, number, currency_code, network_code, address_id, address, payer_amount, base_amount, discount, rate, rate_source, rate_at,
    usd_rate, commission_rate, valid_until, created_at)
  SELECT quote_id, id, 1, coin, network, address_id, address, owed, owed, 0, rate, CASE WHEN rate = 1 THEN 'Same' ELSE 'Binance' END, created_at,
    usd_rate, 0.01, expires_at, created_at + CASE WHEN wallet_id IS NULL THEN interval '25 seconds' ELSE interval '0' END FROM seed_invoices WHERE has_quote ORDER BY n`;

const INTERNAL_PAYMENTS = `
  INSERT INTO internal_payments (id, invoice_id, quote_id, user_id, currency_code, amount, commission, created_at, merchant_id, usd_rate)
  SELECT id, invoice_id, quote_id, guest_id, coin, amount, kept, at, merchant_id, usd_rate FROM seed_inside`;

const MILESTONES = `
  INSERT INTO invoice_milestones (invoice_id, opened_at, coin_selected_at, seen_at, paid_at, currency_code, network_code)
  SELECT id, CASE WHEN is_opened THEN created_at + interval '12 seconds' END, CASE WHEN has_quote THEN created_at + interval '25 seconds' END,
    CASE WHEN received > 0 THEN seen_at END,
    CASE WHEN is_by_hand THEN created_at + interval '2 hours' WHEN is_credited AND status <> 'wrong_amount' THEN confirmed_at END,
    CASE WHEN has_quote THEN coin END, CASE WHEN has_quote THEN network END
  FROM seed_invoices WHERE wallet_id IS NULL AND (is_opened OR has_quote) ORDER BY n`;

/** This year's page views were all recorded. */
const OPENINGS = "UPDATE milestone_state SET page_views_since = least(page_views_since, from_at) FROM seed_terms";

/** Entries of all timelines, in order of time: the page reads them by id. */
const EVENTS = `
  INSERT INTO invoice_events (invoice_id, at, kind, detail)
  SELECT invoice_id, at, kind, detail FROM (
    SELECT id AS invoice_id, created_at AS at, 0 AS step, 'created' AS kind, CASE WHEN wallet_id IS NULL THEN '{}' ELSE jsonb_build_object('currency', coin, 'network', network) END AS detail FROM seed_invoices
    UNION ALL
    SELECT id, created_at + interval '25 seconds', 1, 'quoted', jsonb_build_object('currency', coin, 'network', network, 'payerAmount', owed::text) FROM seed_invoices WHERE has_quote AND wallet_id IS NULL
    UNION ALL
    SELECT d.invoice_id, e.at, e.step, e.kind, jsonb_build_object('deposit', d.id, 'inclusion', 1, 'transactionId', r.transaction_id, 'network', d.network, 'currency', d.coin, 'amount', trim_scale(d.amount)::text)
    FROM seed_deposits d JOIN deposits r ON r.id = d.id
      CROSS JOIN LATERAL (VALUES (d.seen_at, 2, 'deposit-seen'), (d.confirmed_at, 4, CASE d.status WHEN 'vanished' THEN 'deposit-vanished' WHEN 'confirmed' THEN 'deposit-confirmed' END)) e (at, step, kind)
    WHERE e.kind IS NOT NULL AND d.invoice_id IS NOT NULL AND (d.wallet_id IS NULL OR e.step = 4)
    UNION ALL
    SELECT invoice_id, confirmed_at, 5, 'case-opened', jsonb_build_object('case', case_id, 'kind', case_kind, 'currency', coin, 'network', network, 'amount', trim_scale(amount)::text)
    FROM seed_deposits WHERE case_id IS NOT NULL AND invoice_id IS NOT NULL
    UNION ALL
    SELECT invoice_id, confirmed_at, 6, 'case-credited', jsonb_build_object('case', case_id) FROM seed_deposits WHERE case_status = 'credited'
    UNION ALL
    SELECT invoice_id, confirmed_at, 7, 'credited', jsonb_build_object('deposit', id, 'currency', coin, 'amount', trim_scale(amount)::text, 'commission', trim_scale(round(amount * 0.01, 8))::text)
    FROM seed_deposits WHERE is_credited
    UNION ALL
    SELECT invoice_id, at, 7, 'paid-from-balance', jsonb_build_object('payment', id, 'currency', coin, 'amount', trim_scale(amount)::text, 'commission', trim_scale(kept)::text) FROM seed_inside
    UNION ALL
    SELECT invoice_id, at, 7, 'converted', jsonb_build_object('currency', coin, 'amount', trim_scale(amount)::text, 'to', 'USDT', 'toAmount', trim_scale(given)::text, 'fee', trim_scale(fee)::text, 'rate', trim_scale(rate)::text)
    FROM seed_converted
    UNION ALL
    SELECT id, seen_at, 3, 'status', '{"from": "check", "to": "process"}' FROM seed_invoices WHERE received > 0 AND NOT is_late AND NOT is_inside AND wallet_id IS NULL
    UNION ALL
    SELECT id, expires_at + interval '20 seconds', 3, 'status', '{"from": "check", "to": "cancel"}' FROM seed_invoices WHERE status = 'cancel' OR is_late
    UNION ALL
    SELECT id, created_at + interval '2 hours', 3, 'marked-paid', jsonb_build_object('from', 'check', 'order_id', order_id) FROM seed_invoices WHERE is_by_hand
    UNION ALL
    SELECT id, CASE WHEN is_by_hand THEN created_at + interval '2 hours' WHEN received > 0 THEN confirmed_at ELSE expires_at + interval '20 seconds' END, 8, 'status',
      jsonb_build_object('from', CASE WHEN is_late THEN 'cancel' WHEN received > 0 AND NOT is_inside THEN 'process' ELSE 'check' END, 'to', CASE WHEN status LIKE 'refund%' THEN 'paid' ELSE status END)
    FROM seed_invoices WHERE status NOT IN ('check', 'process', 'cancel') AND wallet_id IS NULL) e
  ORDER BY at, step`;

/** Runs before the deposits: these rows reference none of them. */
export const INSERT_INVOICES: readonly string[] = [ADDRESSES, WALLET_ADDRESSES, WALLETS, CLAIMS];

/** Runs after the deposits, because an invoice shows the transaction that paid it. */
export const INSERT_TIME_LINES: readonly string[] = [
  INVOICES_WITH_QUOTES,
  INTERNAL_PAYMENTS,
  MILESTONES,
  OPENINGS,
  EVENTS,
];
