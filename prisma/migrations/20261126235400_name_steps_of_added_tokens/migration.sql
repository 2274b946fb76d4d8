-- The columns of added tokens say which step they are of: who requested the token, who set its terms, until when the cooldown goes on, and what
-- each node reported. Runs on full tables: names are catalog entries, and there are some rows a network.
-- Undo: the same statements with old and new exchanged, and hold_added_token() as in 20261124042150_add_tokens_without_code.
SET lock_timeout = '5s';

ALTER TABLE added_tokens RENAME COLUMN asked_by_id TO requested_by_id;
ALTER TABLE added_tokens RENAME COLUMN asked_at TO requested_at;
ALTER TABLE added_tokens RENAME COLUMN ordered_by_id TO terms_set_by_id;
ALTER TABLE added_tokens RENAME COLUMN ordered_at TO terms_set_at;
ALTER TABLE added_tokens RENAME COLUMN waits_until TO cooldown_ends_at;
ALTER TABLE added_tokens RENAME COLUMN words TO node_reports;
ALTER TABLE added_tokens RENAME CONSTRAINT added_tokens_order TO added_tokens_cooldown;

CREATE OR REPLACE FUNCTION hold_added_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.requested_at := now();
    NEW.read_at := NULL; NEW.symbol := NULL; NEW.decimals := NULL; NEW.node_reports := '[]'; NEW.prices := '{}'; NEW.problem := NULL;
    NEW.terms_set_by_id := NULL; NEW.terms_set_at := NULL; NEW.cooldown_ends_at := NULL; NEW.offered_at := NULL;
  ELSIF OLD.cooldown_ends_at IS NOT NULL
    AND (NEW.name, NEW.rate_source, NEW.payment_min, NEW.payment_max, NEW.payout_min, NEW.payout_max, NEW.terms_set_by_id, NEW.terms_set_at)
      IS DISTINCT FROM
        (OLD.name, OLD.rate_source, OLD.payment_min, OLD.payment_max, OLD.payout_min, OLD.payout_max, OLD.terms_set_by_id, OLD.terms_set_at)
  THEN
    RAISE EXCEPTION 'the terms of token % on % are fixed', OLD.contract, OLD.network_code USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;

-- The function above names the new columns by now.
UPDATE added_tokens SET node_reports = (
  SELECT coalesce(jsonb_agg(jsonb_build_object('node', told->'node', 'report', told->'says') ORDER BY place), '[]'::jsonb)
  FROM jsonb_array_elements(node_reports) WITH ORDINALITY AS list (told, place));
