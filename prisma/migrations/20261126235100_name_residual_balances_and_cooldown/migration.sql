-- Standard names: the native coin left on a deposit address is its residual balance, the 24 hours after a change are a cooldown, who asked for
-- an outflow is its requester, and what the worker could not verify, or finds on no list of its own, is unverified or not allowlisted. Web and
-- worker are stopped while it runs. Runs on full tables: the names are catalog entries, and of `sends` and `outflow_events` only the rows that
-- carry an old wait reason are written, each table read once.
-- Undo: the same statements with old and new exchanged.
SET lock_timeout = '5s';

ALTER TABLE address_rests RENAME TO residual_balances;
ALTER TABLE residual_balances RENAME CONSTRAINT address_rests_pkey TO residual_balances_pkey;

DROP TRIGGER address_rests_held ON residual_balances;
DROP FUNCTION hold_rest();
CREATE FUNCTION guard_residual_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount <> (CASE WHEN TG_OP = 'UPDATE' THEN OLD.amount ELSE 0 END) THEN
    RAISE EXCEPTION 'only workers change a residual balance' USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER residual_balances_held BEFORE INSERT OR UPDATE ON residual_balances
  FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION guard_residual_balance();

UPDATE sends s SET wait_reason = n.new_reason
  FROM (VALUES ('rest', 'cooldown'), ('orderer', 'requester'), ('unproven', 'unverified'), ('unlisted', 'not-allowlisted')) AS n (old_reason, new_reason)
  WHERE s.wait_reason = n.old_reason;

-- Frozen since they were written: the timeline shows the reason by this name, and nothing else is touched.
ALTER TABLE outflow_events DISABLE TRIGGER outflow_events_frozen;
UPDATE outflow_events e SET detail = jsonb_set(e.detail, '{reason}', to_jsonb(n.new_reason))
  FROM (VALUES ('rest', 'cooldown'), ('orderer', 'requester'), ('unproven', 'unverified'), ('unlisted', 'not-allowlisted')) AS n (old_reason, new_reason)
  WHERE e.event = 'waits' AND e.detail->>'reason' = n.old_reason;
ALTER TABLE outflow_events ENABLE TRIGGER outflow_events_frozen;
