-- What the Prisma schema cannot say: rules about money and facts that hold whatever the code does.
-- Runs on empty tables. Undo: drop the triggers, functions, checks and indexes named below.
SET lock_timeout = '5s';

-- ---------------------------------------------------------------- insert-only tables
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% rows are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'CT002';
END $$;

CREATE TRIGGER journal_entries_frozen BEFORE UPDATE OR DELETE ON journal_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_frozen BEFORE UPDATE OR DELETE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER accounts_frozen BEFORE UPDATE OR DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER quotes_frozen BEFORE UPDATE OR DELETE ON quotes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_events_frozen BEFORE UPDATE OR DELETE ON invoice_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_frozen BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_entries_kept BEFORE TRUNCATE ON journal_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_kept BEFORE TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ---------------------------------------------------------------- ledger
-- A posting moves its account's kept balance in the same transaction; nothing else may touch a balance.
CREATE FUNCTION apply_posting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account_row accounts%ROWTYPE;
  delta numeric;
BEGIN
  SELECT * INTO STRICT account_row FROM accounts WHERE id = NEW.account_id;
  IF account_row.currency_code <> NEW.currency_code THEN
    RAISE EXCEPTION 'posting in % to an account in %', NEW.currency_code, account_row.currency_code USING ERRCODE = 'CT003';
  END IF;
  IF NEW.shard < 0 OR NEW.shard >= account_row.shard_count THEN
    RAISE EXCEPTION 'account % has no shard %', NEW.account_id, NEW.shard USING ERRCODE = 'CT003';
  END IF;
  delta := CASE WHEN account_row.class = 'custody' THEN NEW.amount ELSE -NEW.amount END;
  INSERT INTO account_balances AS b (account_id, shard, balance) VALUES (NEW.account_id, NEW.shard, delta)
    ON CONFLICT (account_id, shard) DO UPDATE SET balance = b.balance + delta;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_apply AFTER INSERT ON postings FOR EACH ROW EXECUTE FUNCTION apply_posting();

CREATE FUNCTION guard_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account_class account_class;
BEGIN
  -- Depth 1 is a direct write; the posting trigger writes at depth 2.
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'balances follow from postings' USING ERRCODE = 'CT002';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'balances are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF NEW.balance < 0 THEN
    SELECT class INTO STRICT account_class FROM accounts WHERE id = NEW.account_id;
    IF account_class IN ('liability', 'treasury') THEN
      RAISE EXCEPTION 'account % would go below zero (%)', NEW.account_id, NEW.balance USING ERRCODE = 'CT001';
    END IF;
  END IF;
  RETURN NEW;
END $$;
-- An upsert fires the INSERT trigger with the bare delta before it finds the conflict, so the sign is judged after.
CREATE TRIGGER account_balances_direct BEFORE DELETE ON account_balances FOR EACH ROW EXECUTE FUNCTION guard_balance();
CREATE TRIGGER account_balances_guard AFTER INSERT OR UPDATE ON account_balances FOR EACH ROW EXECUTE FUNCTION guard_balance();

-- Judged at commit: every entry has at least two postings and sums to zero in each currency.
CREATE FUNCTION assert_entry_balanced(entry bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
  lines int;
BEGIN
  SELECT count(*) INTO lines FROM postings WHERE entry_id = entry;
  IF lines < 2 THEN
    RAISE EXCEPTION 'journal entry % has % postings', entry, lines USING ERRCODE = 'CT004';
  END IF;
  SELECT currency_code, sum(amount) AS total INTO wrong FROM postings WHERE entry_id = entry
    GROUP BY currency_code HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal entry % does not balance in % (%)', entry, wrong.currency_code, wrong.total USING ERRCODE = 'CT004';
  END IF;
END $$;
CREATE FUNCTION check_posting_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM assert_entry_balanced(NEW.entry_id); RETURN NULL; END $$;
CREATE FUNCTION check_entry_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM assert_entry_balanced(NEW.id); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER postings_balanced AFTER INSERT ON postings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_posting_balanced();
CREATE CONSTRAINT TRIGGER journal_entries_balanced AFTER INSERT ON journal_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_entry_balanced();

ALTER TABLE postings ADD CONSTRAINT postings_amount_not_zero CHECK (amount <> 0);
ALTER TABLE accounts ADD CONSTRAINT accounts_shard_count CHECK (shard_count BETWEEN 1 AND 64);
-- Only what may go below zero may be spread: a shard cannot judge the whole account.
ALTER TABLE accounts ADD CONSTRAINT accounts_shards_only_where_free
  CHECK (shard_count = 1 OR class IN ('custody', 'equity'));

-- ---------------------------------------------------------------- merchants
CREATE UNIQUE INDEX api_keys_one_current ON api_keys (merchant_id, kind) WHERE ends_at IS NULL;
ALTER TABLE merchants ADD CONSTRAINT merchants_commission CHECK (payment_commission >= 0 AND payment_commission < 1);
ALTER TABLE merchants ADD CONSTRAINT merchants_late_drift CHECK (late_drift_percent BETWEEN 0 AND 100);
ALTER TABLE users ADD CONSTRAINT users_email_lower CHECK (email = lower(email));
ALTER TABLE setup_state ADD CONSTRAINT setup_state_single CHECK (id = 1);
ALTER TABLE custody_seed ADD CONSTRAINT custody_seed_single CHECK (id = 1);

-- ---------------------------------------------------------------- catalog
ALTER TABLE services ADD CONSTRAINT services_limits CHECK (payment_min >= 0 AND payment_max >= payment_min AND payout_min >= 0 AND payout_max >= payout_min);
ALTER TABLE services ADD CONSTRAINT services_fees CHECK (payment_fee_percent >= 0 AND payment_fee_percent < 100 AND payment_fee_fixed >= 0 AND payout_fee_percent >= 0 AND payout_fee_percent < 100 AND payout_fee_fixed >= 0);
ALTER TABLE services ADD CONSTRAINT services_decimals CHECK (decimals BETWEEN 0 AND 18);
CREATE UNIQUE INDEX services_one_native ON services (network_code) WHERE contract IS NULL;
ALTER TABLE networks ADD CONSTRAINT networks_confirmations CHECK (confirmations >= 1);
ALTER TABLE rates ADD CONSTRAINT rates_positive CHECK (usd_price > 0);

-- ---------------------------------------------------------------- addresses: given out once, ever
CREATE FUNCTION guard_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'addresses are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF OLD.owner_id IS NOT NULL AND (NEW.owner_id IS DISTINCT FROM OLD.owner_id OR NEW.owner_kind IS DISTINCT FROM OLD.owner_kind) THEN
    RAISE EXCEPTION 'address % was given out already', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF NEW.family <> OLD.family OR NEW.derivation_index <> OLD.derivation_index OR NEW.address <> OLD.address OR NEW.address_key <> OLD.address_key THEN
    RAISE EXCEPTION 'address % is fixed', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER addresses_guard BEFORE UPDATE OR DELETE ON addresses FOR EACH ROW EXECUTE FUNCTION guard_address();
ALTER TABLE addresses ADD CONSTRAINT addresses_taken_whole CHECK ((owner_id IS NULL) = (taken_at IS NULL) AND (owner_id IS NULL) = (owner_kind IS NULL));
-- The pool: what is still to be given out.
CREATE INDEX addresses_pool ON addresses (family, id) WHERE taken_at IS NULL;

-- ---------------------------------------------------------------- deposits: facts
CREATE FUNCTION guard_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'deposits are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.network_code, NEW.transaction_id, NEW.position, NEW.currency_code, NEW.amount, NEW.to_address, NEW.address_id)
     IS DISTINCT FROM (OLD.network_code, OLD.transaction_id, OLD.position, OLD.currency_code, OLD.amount, OLD.to_address, OLD.address_id) THEN
    RAISE EXCEPTION 'deposit % is a fact of its chain', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF NEW.inclusion < OLD.inclusion THEN
    RAISE EXCEPTION 'deposit %: the inclusion number only grows', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposits_guard BEFORE UPDATE OR DELETE ON deposits FOR EACH ROW EXECUTE FUNCTION guard_deposit();
ALTER TABLE deposits ADD CONSTRAINT deposits_amount CHECK (amount > 0);
ALTER TABLE deposits ADD CONSTRAINT deposits_booked CHECK (booked_inclusion IS NULL OR booked_inclusion <= inclusion);
-- What the watcher looks at on each head: deposits not yet deep enough, and booked ones that left the chain.
CREATE INDEX deposits_waiting ON deposits (network_code, block_height) WHERE status = 'seen';
CREATE INDEX deposits_to_reverse ON deposits (network_code) WHERE status = 'vanished' AND booked_inclusion IS NOT NULL;
CREATE INDEX deposits_in_block ON deposits (network_code, block_height);
ALTER TABLE cases ADD CONSTRAINT cases_amount CHECK (amount > 0);

-- ---------------------------------------------------------------- invoices
ALTER TABLE invoices ADD CONSTRAINT invoices_amount CHECK (amount > 0);
ALTER TABLE invoices ADD CONSTRAINT invoices_lifetime CHECK (lifetime_seconds BETWEEN 300 AND 43200);
ALTER TABLE invoices ADD CONSTRAINT invoices_subtract CHECK (subtract_percent BETWEEN 0 AND 100);
ALTER TABLE invoices ADD CONSTRAINT invoices_accuracy CHECK (accuracy_percent BETWEEN 0 AND 5);
ALTER TABLE invoices ADD CONSTRAINT invoices_discount CHECK (discount_percent BETWEEN -99 AND 100);
ALTER TABLE invoices ADD CONSTRAINT invoices_sums CHECK (paid_amount >= 0 AND paid_amount_usd >= 0);
ALTER TABLE quotes ADD CONSTRAINT quotes_number CHECK (number BETWEEN 1 AND 10);
ALTER TABLE quotes ADD CONSTRAINT quotes_amounts CHECK (payer_amount > 0 AND base_amount > 0 AND rate > 0 AND usd_rate > 0);
-- The expiry scan reads only what is open.
CREATE INDEX invoices_open_expiry ON invoices (expires_at) WHERE status IN ('check', 'process');

CREATE FUNCTION guard_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'invoices are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.merchant_id, NEW.order_id, NEW.amount, NEW.currency_code) IS DISTINCT FROM (OLD.merchant_id, OLD.order_id, OLD.amount, OLD.currency_code) THEN
    RAISE EXCEPTION 'invoice %: what was asked for does not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_guard BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION guard_invoice();

-- ---------------------------------------------------------------- webhooks
CREATE FUNCTION guard_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.payload <> OLD.payload OR NEW.url <> OLD.url OR NEW.object_id <> OLD.object_id THEN
    RAISE EXCEPTION 'delivery %: the bytes stay as they were written', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER webhook_deliveries_guard BEFORE UPDATE ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION guard_delivery();
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (object_kind, object_id, sequence) WHERE state = 'pending';
CREATE UNIQUE INDEX alarms_one_open ON alarms (kind, subject) WHERE cleared_at IS NULL;
-- At most one standing credit a deposit, whatever the inclusion.
CREATE UNIQUE INDEX invoice_credits_one_standing ON invoice_credits (deposit_id) WHERE reversed_at IS NULL;
ALTER TABLE invoice_credits ADD CONSTRAINT invoice_credits_amounts CHECK (amount > 0 AND commission >= 0 AND commission <= amount);
