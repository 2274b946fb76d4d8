-- A row trigger does not see TRUNCATE, and a credited part was guarded against nothing at all.
-- Safe on full tables: it only adds triggers. Undo: drop the triggers and the function named below.
SET lock_timeout = '5s';

CREATE TRIGGER accounts_kept BEFORE TRUNCATE ON accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_balances_kept BEFORE TRUNCATE ON account_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER quotes_kept BEFORE TRUNCATE ON quotes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoices_kept BEFORE TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_events_kept BEFORE TRUNCATE ON invoice_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_credits_kept BEFORE TRUNCATE ON invoice_credits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposits_kept BEFORE TRUNCATE ON deposits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cases_kept BEFORE TRUNCATE OR DELETE ON cases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_kept BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The only change of a credit is its end.
CREATE FUNCTION guard_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'credits are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.deposit_id, NEW.inclusion, NEW.invoice_id, NEW.currency_code, NEW.amount, NEW.commission, NEW.credited_at)
     IS DISTINCT FROM (OLD.deposit_id, OLD.inclusion, OLD.invoice_id, OLD.currency_code, OLD.amount, OLD.commission, OLD.credited_at)
     OR OLD.reversed_at IS NOT NULL THEN
    RAISE EXCEPTION 'credit of deposit % stays as it was written', OLD.deposit_id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoice_credits_guard BEFORE UPDATE OR DELETE ON invoice_credits FOR EACH ROW EXECUTE FUNCTION guard_credit();
