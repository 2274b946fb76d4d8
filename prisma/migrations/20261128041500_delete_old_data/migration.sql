-- Lets workers delete old time lines and delivered webhooks of finished objects, and the e-mail address of who accepted a plan that has
-- ended (decision 0064). The web process may do none of it. What is younger than 30 days stays, whatever a worker asks for.
-- Runs on full tables: functions, triggers, a check that is read through once, and two partial indexes, each built by one read of its table.
-- Undo: drop both indexes and the functions guard_invoice_event, guard_outflow_event and guard_delivery_end with CASCADE; create the triggers
-- invoice_events_immutable and outflow_events_immutable with refuse_change() again; restore guard_recurrence() and recurrences_accepted of
-- 20261123144900_add_recurrences, which needs an address for every plan that lost its own.
SET lock_timeout = '5s';

-- What is left to clear, oldest first.
CREATE INDEX invoices_payer_data ON invoices (final_at) WHERE payer_email IS NOT NULL;
CREATE INDEX mails_content ON mails (created_at) WHERE recipient <> '';

CREATE FUNCTION is_deletable(at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(at < now() - interval '30 days', false) AND NOT is_web()
$$;

-- The kinds named here are read by commands: which deposits were recorded, who cancelled it, how often it was renewed; the last says what was
-- deleted.
CREATE FUNCTION guard_invoice_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND is_deletable(OLD.at)
    AND OLD.kind NOT IN ('deposit-seen', 'deposit-vanished', 'cancelled', 'refreshed', 'renewed', 'data-deleted')
    AND EXISTS (SELECT FROM invoices WHERE id = OLD.invoice_id AND is_deletable(final_at) AND status <> 'locked') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'events of an invoice are never changed, and deleted only when old' USING ERRCODE = 'CT002';
END $$;
DROP TRIGGER invoice_events_immutable ON invoice_events;
CREATE TRIGGER invoice_events_guard BEFORE UPDATE OR DELETE ON invoice_events FOR EACH ROW EXECUTE FUNCTION guard_invoice_event();

CREATE FUNCTION guard_outflow_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND is_deletable(OLD.at) AND OLD.event <> 'data-deleted' AND (
    (OLD.kind = 'payout' AND EXISTS (SELECT FROM payouts WHERE id = OLD.subject_id AND is_deletable(final_at)))
    OR (OLD.kind = 'refund' AND EXISTS (SELECT FROM refunds WHERE id = OLD.subject_id AND is_deletable(final_at)))) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'events of an outflow are never changed, and deleted only when old' USING ERRCODE = 'CT002';
END $$;
DROP TRIGGER outflow_events_immutable ON outflow_events;
CREATE TRIGGER outflow_events_guard BEFORE UPDATE OR DELETE ON outflow_events FOR EACH ROW EXECUTE FUNCTION guard_outflow_event();

CREATE FUNCTION guard_delivery_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'pending' OR NOT is_deletable(OLD.created_at) THEN
    RAISE EXCEPTION 'delivery %: it is deleted only when sent and old', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER webhook_deliveries_delete_guard BEFORE DELETE ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION guard_delivery_end();

ALTER TABLE recurrences DROP CONSTRAINT recurrences_accepted;
ALTER TABLE recurrences ADD CONSTRAINT recurrences_accepted CHECK (
  (accepted_at IS NULL) = (payer_link_hash IS NULL) AND (accepted_at IS NULL) = (payer_link_sealed IS NULL)
  AND (status <> 'active' OR accepted_at IS NOT NULL) AND (status <> 'wait_accept' OR accepted_at IS NULL)
  AND (accepted_at IS NOT NULL OR payer_email IS NULL) AND (accepted_at IS NULL OR payer_email IS NOT NULL OR ended_at IS NOT NULL));

-- As before, except that the address of an ended plan may be deleted.
CREATE OR REPLACE FUNCTION guard_recurrence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'plans of recurring payments are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.merchant_id, NEW.order_id, NEW.name, NEW.amount, NEW.currency_code, NEW.to_currency_code, NEW.interval, NEW.url_callback,
      NEW.additional_data, NEW.discount_days, NEW.discount_amount, NEW.payer_amount, NEW.payer_amount_usd)
    IS DISTINCT FROM (OLD.merchant_id, OLD.order_id, OLD.name, OLD.amount, OLD.currency_code, OLD.to_currency_code, OLD.interval,
      OLD.url_callback, OLD.additional_data, OLD.discount_days, OLD.discount_amount, OLD.payer_amount, OLD.payer_amount_usd) THEN
    RAISE EXCEPTION 'plan %: its terms do not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF OLD.accepted_at IS NOT NULL AND ((NEW.accepted_at, NEW.payer_link_hash) IS DISTINCT FROM (OLD.accepted_at, OLD.payer_link_hash)
    OR (NEW.payer_email IS DISTINCT FROM OLD.payer_email AND NOT (NEW.payer_email IS NULL AND is_deletable(OLD.ended_at)))) THEN
    RAISE EXCEPTION 'plan %: who accepted it does not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.ended_at IS NOT NULL OR NEW.status = 'wait_accept') THEN
    RAISE EXCEPTION 'plan %: it cannot move from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
