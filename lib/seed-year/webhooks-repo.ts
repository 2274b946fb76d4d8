/** Events to the shop with their attempts, and what people did by hand. */

/** Members in the documented order, as lib/invoices/wire-view.ts has them. */
const PAYLOAD = `'{"type":"' || CASE WHEN i.wallet_id IS NULL THEN 'payment' ELSE 'wallet' END || '","uuid":"' || i.id || '","order_id":"' || i.order_id
  || '","amount":"' || trunc(i.amount, 8) || '","payment_amount":"' || CASE WHEN s.status = 'process' THEN 0.00000000 ELSE trunc(i.paid_amount, 8) END
  || '","payment_amount_usd":"' || round(CASE WHEN s.status = 'process' THEN 0 ELSE i.paid_amount_usd END, 2)
  || '","merchant_amount":"' || trunc(q.payer_amount * 0.99, 8) || '","commission":"' || trunc(q.payer_amount * 0.01, 8)
  || '","is_final":' || (s.status <> 'process')::text || ',"status":"' || s.status || '","from":' || coalesce('"' || i.from_address || '"', 'null')
  || ',"wallet_address_uuid":' || coalesce('"' || i.wallet_id || '"', 'null') || ',"network":"' || q.network_code || '","currency":"' || i.currency_code
  || '","payer_currency":"' || q.currency_code || '","additional_data":null,"txid":' || coalesce('"' || i.transaction_id || '"', 'null') || '}'`;

const DELIVERIES = `
  CREATE TEMP TABLE seed_deliveries ON COMMIT DROP AS
  SELECT gen_random_uuid() AS id, row_number() OVER (ORDER BY s.at) AS place, i.merchant_id, CASE WHEN i.wallet_id IS NULL THEN 'invoice' ELSE 'wallet' END AS object_kind,
    coalesce(i.wallet_id, i.id) AS object_id, CASE WHEN i.wallet_id IS NOT NULL THEN i.id END AS top_up_id, s.status AS event_status, i.url_callback AS url, ${PAYLOAD} AS payload, s.at,
    CASE WHEN p.n % 499 = 17 THEN 12 WHEN p.by_speed < 0.012 THEN 4 WHEN p.by_speed < 0.05 THEN 2 ELSE 1 END AS attempt_count, p.n % 499 <> 17 AS is_delivered
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

/** The schedule of retries, and answers as real receivers give them. */
const ATTEMPTS = `
  INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, http_status, error, response_excerpt)
  SELECT id, number, at + (ARRAY['0.4 seconds', '5.4 seconds', '35 seconds', '155 seconds', '13 minutes', '43 minutes', '103 minutes', '4 hours', '8 hours', '16 hours', '28 hours', '52 hours'])[number]::interval,
    (60 + 700 * r * r)::int, CASE WHEN is_delivered AND number = attempt_count THEN 200 WHEN r < 0.3 THEN null ELSE (ARRAY[500, 502, 503, 404])[1 + (r * 3.9)::int % 4] END,
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

export const MAKE_DELIVERIES: readonly string[] = [DELIVERIES, PAYOUT_DELIVERIES, DELIVERY_ROWS, ATTEMPTS, TRAIL];
