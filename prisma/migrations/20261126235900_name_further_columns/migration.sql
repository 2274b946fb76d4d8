-- Columns that were named by a word of this project's own, or by less than they hold. Runs on full tables: names are catalog entries, and no row is
-- written.
-- Undo: the same statements with old and new exchanged, and the functions as before.
SET lock_timeout = '5s';

ALTER TABLE outflows RENAME COLUMN is_elsewhere TO is_third_party;
ALTER TABLE sessions RENAME COLUMN unproven_usd TO unconfirmed_usd;
ALTER TABLE sessions RENAME CONSTRAINT sessions_unproven_usd_check TO sessions_unconfirmed_usd_check;
ALTER TABLE coins RENAME COLUMN gone_at TO externally_spent_at;
ALTER TABLE coins RENAME COLUMN is_own TO is_internal;
ALTER TABLE rates RENAME COLUMN held_price TO pending_price;
ALTER TABLE rates RENAME COLUMN held_since TO pending_since;
ALTER TABLE addresses RENAME COLUMN taken_at TO assigned_at;
ALTER TABLE addresses RENAME CONSTRAINT addresses_taken_whole TO addresses_assigned_whole;
ALTER TABLE wallet_holds RENAME COLUMN awaits_address TO address_required_reason;
ALTER TABLE outgoing_transactions RENAME COLUMN contradicted_at TO conflict_since;

ALTER TABLE merchants RENAME COLUMN limits_loosened_at TO cooldown_started_at;
CREATE OR REPLACE FUNCTION hold_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.daily_limit_usd IS NOT NULL AND (NEW.daily_limit_usd IS NULL OR NEW.daily_limit_usd > OLD.daily_limit_usd)
     OR OLD.approval_above_usd IS NOT NULL AND (NEW.approval_above_usd IS NULL OR NEW.approval_above_usd > OLD.approval_above_usd)
     OR OLD.refund_ceiling_usd IS NOT NULL AND (NEW.refund_ceiling_usd IS NULL OR NEW.refund_ceiling_usd > OLD.refund_ceiling_usd)
     OR OLD.refunds_need_payout_key AND NOT NEW.refunds_need_payout_key
     OR OLD.calls_need_timed_signature AND NOT NEW.calls_need_timed_signature THEN
    NEW.cooldown_started_at := now();
  END IF;
  NEW.cooldown_started_at := greatest(OLD.cooldown_started_at, NEW.cooldown_started_at);
  IF NEW.refund_request_policy = 'automatic' THEN
    NEW.refund_requests_automatic_since := CASE WHEN OLD.refund_request_policy = 'automatic' THEN OLD.refund_requests_automatic_since ELSE now() END;
  END IF;
  RETURN NEW;
END $$;

ALTER TABLE milestone_state RENAME COLUMN openings_since TO page_views_since;
ALTER TABLE invoice_milestones RENAME COLUMN chosen_at TO coin_selected_at;
CREATE OR REPLACE FUNCTION guard_milestone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.opened_at IS NOT NULL AND NEW.opened_at IS DISTINCT FROM OLD.opened_at)
     OR (OLD.coin_selected_at IS NOT NULL AND NEW.coin_selected_at IS DISTINCT FROM OLD.coin_selected_at)
     OR (OLD.seen_at IS NOT NULL AND NEW.seen_at IS DISTINCT FROM OLD.seen_at)
     OR (OLD.paid_at IS NOT NULL AND NEW.paid_at IS DISTINCT FROM OLD.paid_at) THEN
    RAISE EXCEPTION 'invoice %: a milestone is reached once', OLD.invoice_id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION note_milestone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invoice_milestones AS m (invoice_id, coin_selected_at, seen_at, paid_at, currency_code, network_code)
  SELECT i.id,
         CASE WHEN NEW.kind IN ('created', 'quoted', 'refreshed', 'renewed') THEN NEW.at END,
         CASE WHEN NEW.kind IN ('deposit-seen', 'paid-from-balance') THEN NEW.at END,
         CASE WHEN NEW.kind = 'status' THEN NEW.at END,
         CASE WHEN NEW.kind IN ('created', 'quoted', 'refreshed', 'renewed') THEN NEW.detail->>'currency' END,
         CASE WHEN NEW.kind IN ('created', 'quoted', 'refreshed', 'renewed') THEN NEW.detail->>'network' END
  FROM invoices i WHERE i.id = NEW.invoice_id AND i.wallet_id IS NULL
  ON CONFLICT (invoice_id) DO UPDATE SET
    coin_selected_at = coalesce(m.coin_selected_at, excluded.coin_selected_at),
    seen_at = coalesce(m.seen_at, excluded.seen_at),
    paid_at = coalesce(m.paid_at, excluded.paid_at),
    currency_code = coalesce(excluded.currency_code, m.currency_code),
    network_code = coalesce(excluded.network_code, m.network_code)
  -- The second deposit of an invoice tells nothing new: its row is not written again.
  WHERE (m.coin_selected_at IS NULL AND excluded.coin_selected_at IS NOT NULL) OR (m.seen_at IS NULL AND excluded.seen_at IS NOT NULL)
     OR (m.paid_at IS NULL AND excluded.paid_at IS NOT NULL)
     OR (excluded.network_code IS NOT NULL
         AND (m.currency_code, m.network_code) IS DISTINCT FROM (excluded.currency_code, excluded.network_code));
  RETURN NULL;
END $$;
