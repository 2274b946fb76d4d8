-- Holds whoever cannot store a signed transaction, which is the web process where it has a database user of its own, to what its commands
-- write (decision 0045). The owner of the tables and the worker are not judged here. Runs on full tables: functions and triggers only.
-- Undo: drop the functions made here with CASCADE, which drops their triggers, and ALTER FUNCTION apply_posting() and watch_balance() SECURITY INVOKER.
SET lock_timeout = '5s';

-- By what it may do and not by its name: any further user that was let in and cannot sign is judged as well.
CREATE FUNCTION is_web() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT has_table_privilege(session_user, 'public.signed_transactions', 'INSERT')
$$;

-- What follows from postings and quotes is written with the owner's rights: the web process has none on these tables.
ALTER FUNCTION apply_posting() SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION watch_balance() SECURITY DEFINER SET search_path = public, pg_temp;

-- What an entry is about, by its reference `<id>` or `<id>:<inclusion>`, in the one way to write it; null where it is named otherwise.
CREATE FUNCTION subject_of(named text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN named ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:[1-9][0-9]{0,8})?$' THEN split_part(named, ':', 1)::uuid END
$$;
CREATE FUNCTION inclusion_of(named text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN split_part(named, ':', 2) ~ '^[1-9][0-9]{0,8}$' THEN split_part(named, ':', 2)::int END
$$;

-- ---------------------------------------------------------------- orders of money on its way out
-- What an entry kept for an order: credits of the reserved account of its owner.
CREATE FUNCTION kept_by(entry_kind text, subject uuid, owner text, coin text) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(-sum(p.amount), 0) FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
  WHERE e.kind = entry_kind AND e.reference = subject::text AND a.kind = 'reserved' AND a.owner_id = owner AND a.currency_code = coin
$$;
CREATE FUNCTION is_on_its_way(owner_kind text, subject uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM sends WHERE purpose = owner_kind::send_purpose AND purpose_id = subject AND status NOT IN ('cancelled', 'failed'))
$$;
-- The gate wrote it down, and nobody has still to agree.
CREATE FUNCTION is_admitted(outflow text, subject uuid, merchant uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM outflows o JOIN merchants m ON m.id = o.merchant_id WHERE o.kind = outflow::outflow_kind AND o.subject_id = subject
      AND o.merchant_id = merchant AND o.returned_at IS NULL AND m.payouts_blocked_at IS NULL)
    AND NOT EXISTS (SELECT FROM reviews r WHERE r.kind = outflow::outflow_kind AND r.subject_id = subject AND r.decision IS DISTINCT FROM 'approved')
$$;

-- The deposit of a case was put into what is held for this owner, and is worth this.
CREATE FUNCTION is_held_case(subject uuid, owner text, worth numeric) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM cases c JOIN deposits d ON d.id = c.deposit_id
    JOIN journal_entries e ON e.kind IN ('deposit.book', 'wallet.hold')
      AND e.reference IN (SELECT d.id || ':' || number FROM generate_series(1, d.inclusion) AS number)
    JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
    WHERE c.id = subject AND a.kind = 'held' AND a.owner_id = owner AND a.currency_code = d.currency_code AND -p.amount = worth AND d.amount = worth)
$$;

CREATE FUNCTION hold_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF kept_by('payout.reserve', NEW.id, NEW.merchant_id::text, NEW.payer_code) IS DISTINCT FROM NEW.sent_amount + NEW.commission
     OR (NEW.from_code = NEW.payer_code AND NEW.debited_amount <> NEW.sent_amount + NEW.commission)
     OR NOT EXISTS (SELECT FROM outflows WHERE kind = 'payout' AND subject_id = NEW.id AND merchant_id = NEW.merchant_id) THEN
    RAISE EXCEPTION 'payout %: nothing was taken for it at the gate', NEW.id USING ERRCODE = 'CT005';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payouts_held AFTER INSERT ON payouts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_payout();

CREATE FUNCTION hold_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF kept_by('refund.reserve', NEW.id, coalesce(NEW.merchant_id::text, ''), NEW.currency_code) IS DISTINCT FROM NEW.sent_amount + NEW.commission
     OR (NEW.from_code = NEW.currency_code AND NEW.kind = 'payment' AND NEW.debited_amount <> NEW.sent_amount + NEW.commission)
     OR (NEW.kind = 'case' AND (NOT is_held_case(NEW.case_id, coalesce(NEW.merchant_id::text, ''), NEW.sent_amount + NEW.commission)
       OR EXISTS (SELECT FROM cases c JOIN deposits d ON d.id = c.deposit_id JOIN journal_entries e ON e.kind = 'case.credit'
         AND e.reference = c.id || ':' || d.booked_inclusion WHERE c.id = NEW.case_id)))
     OR (NEW.kind = 'wallet' AND (SELECT sum(amount) FROM wallet_holds WHERE wallet_id = NEW.wallet_id AND refund_id = NEW.id) IS DISTINCT FROM NEW.sent_amount + NEW.commission) THEN
    RAISE EXCEPTION 'refund %: nothing was taken for it', NEW.id USING ERRCODE = 'CT005';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER refunds_held AFTER INSERT ON refunds DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_refund();

-- An operator orders it who is none since today only; to a cold address only to the one that was set a day ago. A minute is left for clocks that differ.
CREATE FUNCTION hold_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rested timestamptz := now() - interval '23 hours 59 minutes';
BEGIN
  IF NOT EXISTS (SELECT FROM users u WHERE u.id = NEW.created_by_id AND u.is_operator AND NOT u.is_blocked
      AND coalesce(u.operator_since, '-infinity') <= rested AND coalesce(u.password_changed_at, '-infinity') <= rested) THEN
    RAISE EXCEPTION 'withdrawal %: no operator who may ordered it', NEW.id USING ERRCODE = 'CT005';
  END IF;
  IF NEW.kind = 'cold' AND NOT EXISTS (SELECT FROM cold_addresses c WHERE c.network_code = NEW.network_code AND c.currency_code = NEW.currency_code
      AND c.address = NEW.address AND coalesce(c.address_set_at, '-infinity') <= rested) THEN
    RAISE EXCEPTION 'withdrawal %: this is not the cold address of the coin', NEW.id USING ERRCODE = 'CT005';
  END IF;
  IF NEW.kind <> 'cold' AND kept_by('withdrawal.reserve', NEW.id, '', NEW.currency_code) IS DISTINCT FROM NEW.amount THEN
    RAISE EXCEPTION 'withdrawal %: nothing was taken for it', NEW.id USING ERRCODE = 'CT005';
  END IF;
  IF NOT EXISTS (SELECT FROM audit_events a WHERE a.action = 'withdrawal.order' AND a.target = NEW.id::text AND a.actor_id = NEW.created_by_id
      AND a.detail->>'network' = NEW.network_code AND a.detail->>'currency' = NEW.currency_code AND a.detail->>'address' = NEW.address
      AND (a.detail->>'amount')::numeric = NEW.amount) THEN
    RAISE EXCEPTION 'withdrawal %: the audit log does not know it', NEW.id USING ERRCODE = 'CT005';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER withdrawals_held AFTER INSERT ON withdrawals DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_withdrawal();
-- What was ordered stays as it was ordered, as of payouts and refunds: for every user.
CREATE FUNCTION guard_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.kind, NEW.network_code, NEW.currency_code, NEW.address, NEW.amount)
     IS DISTINCT FROM (OLD.id, OLD.kind, OLD.network_code, OLD.currency_code, OLD.address, OLD.amount) THEN
    RAISE EXCEPTION 'withdrawal %: what was ordered does not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawals_guard BEFORE UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION guard_withdrawal();

-- It is ordered when it is written: limits and rates count from then.
CREATE FUNCTION hold_moment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.created_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER payouts_held_moment BEFORE INSERT ON payouts FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_moment();
CREATE TRIGGER refunds_held_moment BEFORE INSERT ON refunds FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_moment();
CREATE TRIGGER outflows_held_moment BEFORE INSERT ON outflows FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_moment();
CREATE TRIGGER api_keys_held_moment BEFORE INSERT ON api_keys FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_moment();

-- It counts against the limits until its money is back.
CREATE FUNCTION hold_outflow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'transfer' OR is_on_its_way(NEW.kind::text, NEW.subject_id) OR NOT EXISTS (
      SELECT FROM journal_entries WHERE kind = NEW.kind || '.return' AND reference = NEW.subject_id::text) THEN
    RAISE EXCEPTION 'outflow % %: its money is not back', NEW.kind, NEW.subject_id USING ERRCODE = 'CT005';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER outflows_held AFTER INSERT OR UPDATE ON outflows DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (is_web() AND NEW.returned_at IS NOT NULL) EXECUTE FUNCTION hold_outflow();

-- At commit, so that the order in which a command writes does not matter. Sweeps, gas and consolidations are the worker's own.
CREATE FUNCTION hold_send() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_ordered boolean := false;
BEGIN
  IF NEW.from_address IS NULL AND NEW.purpose = 'payout' THEN
    is_ordered := EXISTS (SELECT FROM payouts p WHERE p.id = NEW.purpose_id AND p.status = 'process'
      AND (p.network_code, p.payer_code, p.sent_amount, p.address) = (NEW.network_code, NEW.currency_code, NEW.amount, NEW.to_address)
      AND p.memo IS NOT DISTINCT FROM NEW.memo AND is_admitted('payout', p.id, p.merchant_id)
      AND kept_by('payout.reserve', p.id, p.merchant_id::text, p.payer_code) = p.sent_amount + p.commission
      AND NOT EXISTS (SELECT FROM journal_entries WHERE kind = 'payout.return' AND reference = p.id::text));
  ELSIF NEW.from_address IS NULL AND NEW.purpose = 'refund' THEN
    -- Without a merchant's gate only what an operator sends back of a case.
    is_ordered := EXISTS (SELECT FROM refunds f WHERE f.id = NEW.purpose_id AND f.status = 'process' AND NEW.memo IS NULL
      AND (f.network_code, f.currency_code, f.sent_amount, f.address) = (NEW.network_code, NEW.currency_code, NEW.amount, NEW.to_address)
      AND (is_admitted('refund', f.id, f.merchant_id) OR (f.kind = 'case'
        AND NOT EXISTS (SELECT FROM outflows WHERE kind = 'refund' AND subject_id = f.id)
        AND EXISTS (SELECT FROM audit_events a JOIN users u ON u.id = a.actor_id AND u.is_operator AND NOT u.is_blocked
          WHERE a.action = 'case.refund' AND a.target = f.case_id::text AND a.detail->>'refund' = f.id::text AND a.detail->>'address' = f.address)))
      AND kept_by('refund.reserve', f.id, coalesce(f.merchant_id::text, ''), f.currency_code) = f.sent_amount + f.commission
      AND NOT EXISTS (SELECT FROM journal_entries WHERE kind = 'refund.return' AND reference = f.id::text));
  ELSIF NEW.from_address IS NULL AND NEW.purpose = 'withdrawal' THEN
    is_ordered := EXISTS (SELECT FROM withdrawals w WHERE w.id = NEW.purpose_id AND w.status = 'process' AND NEW.memo IS NULL
      AND (w.network_code, w.currency_code, w.amount, w.address) = (NEW.network_code, NEW.currency_code, NEW.amount, NEW.to_address)
      AND NOT EXISTS (SELECT FROM journal_entries WHERE kind = 'withdrawal.return' AND reference = w.id::text));
  END IF;
  IF NOT is_ordered THEN
    RAISE EXCEPTION 'send % of % %: nothing was ordered that it carries out', NEW.id, NEW.purpose, NEW.purpose_id USING ERRCODE = 'CT005';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER sends_held AFTER INSERT ON sends DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_send();

-- It is born unsigned, and ended only while it is.
CREATE FUNCTION hold_send_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND (NEW.status <> 'queued' OR NEW.outgoing_id IS NOT NULL)
     OR TG_OP = 'UPDATE' AND NEW.status <> OLD.status AND (OLD.status <> 'queued' OR NEW.status NOT IN ('cancelled', 'failed')) THEN
    RAISE EXCEPTION 'send %: only a worker signs', NEW.id USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sends_held_state BEFORE INSERT OR UPDATE ON sends FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_send_state();

-- What the engine wrote down of a chain that contradicts us is the engine's; the operator accepts exactly that.
CREATE FUNCTION hold_nonce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (CASE TG_OP WHEN 'INSERT' THEN NEW.next_nonce <> 0 ELSE NEW.next_nonce IS DISTINCT FROM OLD.next_nonce END)
     AND NOT EXISTS (SELECT FROM send_stops s WHERE s.scope = NEW.network_code AND s.kind = 'nonce:' || NEW.address AND s.chain_nonce = NEW.next_nonce) THEN
    RAISE EXCEPTION 'the next nonce of % is what its nodes said', NEW.address USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sending_accounts_held BEFORE INSERT OR UPDATE ON sending_accounts FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_nonce();
-- Nobody's counter is forgotten either: from nothing it could begin anywhere.
CREATE OR REPLACE FUNCTION guard_sending_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.next_nonce < OLD.next_nonce OR (NEW.next_nonce IS NULL AND OLD.next_nonce IS NOT NULL) THEN
    RAISE EXCEPTION 'the next nonce of % only grows', OLD.address USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION hold_stop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind <> 'operator' OR NEW.chain_nonce IS NOT NULL THEN
    RAISE EXCEPTION 'a stop of the kind % is the engine''s', NEW.kind USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER send_stops_held BEFORE INSERT ON send_stops FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_stop();

-- ---------------------------------------------------------------- facts of chains
CREATE FUNCTION hold_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND NOT (OLD.status = 'seen' AND NEW.status = 'confirmed' AND EXISTS (
      SELECT FROM chain_cursors c JOIN networks n ON n.code = c.network_code
      WHERE c.network_code = OLD.network_code AND c.height - OLD.block_height + 1 >= n.confirmations)) THEN
    RAISE EXCEPTION 'deposit % is not deep enough', OLD.id USING ERRCODE = 'CT005';
  END IF;
  IF NEW.sweep_id IS DISTINCT FROM OLD.sweep_id AND (NEW.sweep_id IS NOT NULL OR is_sweep_alive(OLD.sweep_id)) THEN
    RAISE EXCEPTION 'deposit % is swept by workers', OLD.id USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;
-- What the books say of a deposit and what its row says are one thing: a booking that only the row forgets would never be reversed.
CREATE FUNCTION hold_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.booked_inclusion IS NOT NULL AND NOT EXISTS (
       SELECT FROM journal_entries WHERE kind = 'deposit.book' AND reference = NEW.id || ':' || NEW.booked_inclusion)
     OR OLD.booked_inclusion IS NOT NULL AND NOT EXISTS (
       SELECT FROM journal_entries WHERE kind = 'deposit.reverse' AND reference = OLD.id || ':' || OLD.booked_inclusion) THEN
    RAISE EXCEPTION 'deposit %: the books say otherwise', NEW.id USING ERRCODE = 'CT005';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER deposits_held_booking AFTER UPDATE OF booked_inclusion ON deposits DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.booked_inclusion IS DISTINCT FROM OLD.booked_inclusion AND is_web()) EXECUTE FUNCTION hold_booking();
CREATE FUNCTION is_sweep_alive(sweep uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM sends WHERE purpose IN ('gas', 'sweep') AND purpose_id = sweep AND status = 'failed')
    OR EXISTS (SELECT FROM sends WHERE purpose IN ('gas', 'sweep') AND purpose_id = sweep
      AND (purpose = 'sweep' AND status <> 'failed' OR purpose = 'gas' AND status IN ('queued', 'sending')))
$$;
CREATE TRIGGER deposits_held BEFORE UPDATE ON deposits FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_deposit();
CREATE FUNCTION hold_sweep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'fail' OR is_sweep_alive(OLD.id) THEN
    RAISE EXCEPTION 'sweep % is a worker''s', OLD.id USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sweeps_held BEFORE UPDATE ON sweeps FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_sweep();
CREATE FUNCTION hold_rest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount <> (CASE WHEN TG_OP = 'UPDATE' THEN OLD.amount ELSE 0 END) THEN
    RAISE EXCEPTION 'what rests on an address is for workers to say' USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER address_rests_held BEFORE INSERT OR UPDATE ON address_rests FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_rest();

-- What a blocked wallet holds is a deposit of its own, whole.
CREATE FUNCTION hold_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM deposits d WHERE d.id = NEW.deposit_id AND d.amount = NEW.amount AND d.owner_kind = 'wallet' AND d.owner_id = NEW.wallet_id
      AND EXISTS (SELECT FROM journal_entries WHERE kind = 'wallet.hold' AND reference = d.id || ':' || NEW.inclusion)) THEN
    RAISE EXCEPTION 'hold of deposit %: nothing is held', NEW.deposit_id USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER wallet_holds_held BEFORE INSERT ON wallet_holds FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_hold();

-- ---------------------------------------------------------------- the books
-- An account that may go below zero is nobody's balance.
CREATE FUNCTION hold_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.class::text IS DISTINCT FROM (CASE
      WHEN NEW.kind IN ('merchant', 'user', 'invoice-pending', 'held', 'reserved') THEN 'liability'
      WHEN NEW.kind = 'treasury' THEN 'treasury'
      WHEN NEW.kind IN ('deposits', 'hot', 'cold', 'in-flight') THEN 'custody'
      WHEN NEW.kind IN ('fees-earned', 'operator-capital', 'treasury-shortfall', 'conversion-gains', 'network-costs', 'receivable', 'user-receivable')
        THEN 'equity' END) THEN
    RAISE EXCEPTION 'an account of the kind % is not of the class %', NEW.kind, NEW.class USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER accounts_held BEFORE INSERT ON accounts FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_account();

-- What the gateway itself gives by all entries of these kinds with this reference, by currency; below zero what it gets.
CREATE FUNCTION entry_loss(kinds text[], named text) RETURNS TABLE (currency text, loss numeric) LANGUAGE sql STABLE AS $$
  SELECT p.currency_code, sum(p.amount) FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
  WHERE e.kind = ANY (kinds) AND e.reference = named
    AND a.kind IN ('fees-earned', 'operator-capital', 'treasury', 'treasury-shortfall', 'conversion-gains', 'network-costs')
  GROUP BY p.currency_code
$$;

-- The deposit that an entry `<deposit or case>:<inclusion>` is about; none where it still stands on its chain.
CREATE FUNCTION is_gone(named text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM deposits d WHERE (d.status = 'vanished' OR d.inclusion > inclusion_of(named))
    AND (d.id = subject_of(named) OR d.id = (SELECT deposit_id FROM cases WHERE id = subject_of(named))))
$$;

-- Value comes into the books by deposits that stand there, leaves a merchant into its own orders, and the gateway gives nothing but what it got by
-- the entry that is undone, a share of a commission, and coins for their worth.
CREATE FUNCTION hold_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry journal_entries%ROWTYPE;
  undone text[];
  line record;
  owner text;
  given numeric;
  taken numeric;
  is_priceless boolean;
BEGIN
  SELECT * INTO STRICT entry FROM journal_entries WHERE id = NEW.entry_id;
  IF entry.kind NOT IN ('deposit.book', 'deposit.reverse', 'invoice.credit', 'invoice.credit-reverse', 'invoice.credit-internal', 'wallet.fee',
      'wallet.fee-reverse', 'wallet.hold', 'wallet.hold-reverse', 'case.credit', 'case.credit-reverse', 'referral.credit', 'referral.credit-reverse',
      'conversion.auto', 'conversion.auto-reverse', 'transfer.to-personal', 'transfer.to-business', 'payout.reserve', 'payout.return',
      'refund.reserve', 'refund.return', 'withdrawal.reserve', 'withdrawal.return', 'receivable.repay', 'treasury.fill', 'treasury.draw') THEN
    RAISE EXCEPTION 'an entry of the kind % is a worker''s', entry.kind USING ERRCODE = 'CT005';
  END IF;
  IF (entry.kind LIKE '%-reverse' OR entry.kind = 'deposit.reverse') AND NOT is_gone(entry.reference) THEN
    RAISE EXCEPTION 'entry % %: its deposit stands', entry.kind, entry.reference USING ERRCODE = 'CT005';
  END IF;
  IF entry.kind LIKE '%.return' AND is_on_its_way(split_part(entry.kind, '.', 1), subject_of(entry.reference)) THEN
    RAISE EXCEPTION 'entry % %: it is on its way', entry.kind, entry.reference USING ERRCODE = 'CT005';
  END IF;

  -- Whose money it is: of one owner alone, and of a case that was nobody's.
  SELECT max(a.owner_id) INTO owner FROM postings p JOIN accounts a ON a.id = p.account_id
    WHERE p.entry_id = entry.id AND a.kind IN ('merchant', 'invoice-pending', 'held', 'reserved', 'receivable');
  FOR line IN SELECT a.kind, a.owner_id, a.currency_code, sum(p.amount) AS amount FROM postings p JOIN accounts a ON a.id = p.account_id
      WHERE p.entry_id = entry.id GROUP BY 1, 2, 3 LOOP
    IF line.kind NOT IN ('merchant', 'invoice-pending', 'held', 'reserved', 'receivable', 'user', 'user-receivable', 'deposits', 'hot',
         'fees-earned', 'operator-capital', 'treasury', 'treasury-shortfall', 'conversion-gains')
       OR line.kind IN ('merchant', 'invoice-pending', 'held', 'reserved', 'receivable') AND line.owner_id <> owner
         AND NOT (entry.kind = 'case.credit' AND line.kind = 'held' AND line.owner_id = '')
       -- Once, and exactly what was kept for it: the same account keeps for orders that are on their way.
       OR line.kind = 'reserved' AND line.amount > 0 AND (entry.kind NOT LIKE '%.return'
         OR line.amount <> kept_by(replace(entry.kind, '.return', '.reserve'), subject_of(entry.reference), line.owner_id, line.currency_code))
       OR line.kind = 'reserved' AND line.amount < 0 AND entry.kind NOT LIKE '%.reserve'
       OR line.kind = 'held' AND line.amount > 0 AND entry.kind NOT IN ('case.credit', 'refund.reserve', 'deposit.reverse', 'wallet.hold-reverse')
       OR line.kind = 'held' AND line.amount > 0 AND entry.kind = 'refund.reserve'
         AND NOT EXISTS (SELECT FROM refunds WHERE id = subject_of(entry.reference) AND kind <> 'payment')
       OR line.kind IN ('receivable', 'user-receivable') AND line.amount > 0 AND entry.kind NOT LIKE '%reverse'
       -- What is undone goes back to where it came from, and no more of it.
       OR entry.kind LIKE '%-reverse' AND line.amount < 0 AND -line.amount > (SELECT coalesce(sum(p.amount), 0)
         FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
         WHERE e.kind = replace(entry.kind, '-reverse', '') AND e.reference = entry.reference
           AND (a.kind, a.owner_id, a.currency_code) = (line.kind, line.owner_id, line.currency_code))
       OR line.kind = 'user' AND NOT (
         (entry.kind = 'transfer.to-business' AND line.amount > 0 OR entry.kind = 'transfer.to-personal' AND line.amount < 0)
             AND EXISTS (SELECT FROM merchants WHERE id = nullif(owner, '')::uuid AND wallet_owner_id::text = line.owner_id)
           OR entry.kind = 'invoice.credit-internal' AND EXISTS (SELECT FROM internal_payments p
             WHERE p.id = subject_of(entry.reference) AND p.user_id::text = line.owner_id AND p.amount = line.amount)
           OR entry.kind = 'receivable.repay' AND line.amount > 0 AND owner IS NULL AND EXISTS (SELECT FROM postings p JOIN accounts a ON a.id = p.account_id
             WHERE p.entry_id = entry.id AND a.kind = 'user-receivable' AND a.owner_id = line.owner_id AND p.amount = -line.amount)
           OR entry.kind = 'referral.credit-reverse' AND line.amount > 0
           -- With the credit of a merchant whom they brought, in the same transaction.
           OR entry.kind = 'referral.credit' AND EXISTS (SELECT FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
             JOIN merchants m ON m.id = CASE a.kind WHEN 'merchant' THEN a.owner_id::uuid END WHERE e.kind IN ('invoice.credit', 'invoice.credit-internal', 'case.credit')
             AND e.reference = entry.reference AND e.created_at > now() - interval '1 second' AND m.referrer_id::text = line.owner_id))
       OR entry.kind = 'conversion.auto' AND line.kind = 'merchant' AND line.amount > 0 AND line.amount > (SELECT coalesce(-sum(p.amount), 0)
         FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
         WHERE e.kind IN ('invoice.credit', 'invoice.credit-internal', 'case.credit') AND e.reference = entry.reference
           AND a.kind = 'merchant' AND a.owner_id = owner AND a.currency_code = line.currency_code)
       OR entry.kind = 'case.credit' AND line.kind = 'held'
         AND NOT is_held_case(subject_of(entry.reference), line.owner_id, line.amount)
       OR line.kind IN ('deposits', 'hot') AND NOT EXISTS (
         -- What came to nobody, or to a hot wallet, workers book.
         SELECT FROM deposits d LEFT JOIN invoices i ON d.owner_kind = 'invoice' AND i.id = d.owner_id
           LEFT JOIN static_wallets w ON d.owner_kind = 'wallet' AND w.id = d.owner_id
         WHERE d.id = subject_of(entry.reference)
           AND (d.network_code, d.currency_code) = (line.owner_id, line.currency_code)
           AND owner = coalesce(i.merchant_id::text, w.merchant_id::text)
           AND (entry.kind = 'deposit.book' AND d.status = 'confirmed' AND d.amount = line.amount
               AND d.booked_inclusion = inclusion_of(entry.reference)
             OR entry.kind = 'deposit.reverse' AND d.amount = -line.amount
               AND EXISTS (SELECT FROM journal_entries WHERE kind = 'deposit.book' AND reference = entry.reference))) THEN
      RAISE EXCEPTION 'entry % %: % of % does not go this way', entry.kind, entry.reference, line.kind, line.owner_id USING ERRCODE = 'CT005';
    END IF;
  END LOOP;

  IF entry.kind ~ '^(payout|refund|withdrawal)\.' AND inclusion_of(entry.reference) IS NOT NULL
     OR entry.kind LIKE 'payout.%' AND NOT EXISTS (SELECT FROM payouts WHERE id = subject_of(entry.reference) AND merchant_id::text = owner)
     OR entry.kind LIKE 'refund.%' AND NOT EXISTS (SELECT FROM refunds WHERE id = subject_of(entry.reference) AND coalesce(merchant_id::text, '') = owner)
     OR entry.kind LIKE 'withdrawal.%' AND (owner IS DISTINCT FROM '' OR NOT EXISTS (SELECT FROM withdrawals WHERE id = subject_of(entry.reference)))
     OR entry.kind = 'transfer.to-personal' AND NOT EXISTS (SELECT FROM outflows o WHERE o.kind = 'transfer'
       AND o.subject_id = subject_of(split_part(entry.reference, ':', 1)) AND o.merchant_id::text = owner)
     OR entry.kind = 'case.credit' AND (NOT EXISTS (SELECT FROM cases c JOIN deposits d ON d.id = c.deposit_id
         WHERE c.id = subject_of(entry.reference) AND c.status = 'credited'
           AND d.booked_inclusion = inclusion_of(entry.reference))
       OR EXISTS (SELECT FROM refunds WHERE case_id = subject_of(entry.reference) AND status <> 'fail'))
     OR entry.kind = 'invoice.credit-internal' AND NOT EXISTS (
       SELECT FROM internal_payments p JOIN invoices i ON i.id = p.invoice_id
       WHERE p.id || ':1' = entry.reference AND p.id = subject_of(entry.reference) AND i.merchant_id::text = owner) THEN
    RAISE EXCEPTION 'entry % %: its cause is not there', entry.kind, entry.reference USING ERRCODE = 'CT005';
  END IF;

  -- What the gateway gives.
  IF entry.kind IN ('conversion.auto', 'payout.reserve', 'refund.reserve') THEN
    SELECT sum(l.loss * r.least) FILTER (WHERE l.loss > 0), sum(-l.loss * r.most) FILTER (WHERE l.loss < 0), coalesce(bool_or(r.least IS NULL), false)
      INTO given, taken, is_priceless FROM entry_loss(ARRAY[entry.kind], entry.reference) l LEFT JOIN LATERAL (
        SELECT min(usd_price) AS least, max(usd_price) AS most FROM rates WHERE currency_code = l.currency AND observed_at > now() - interval '10 minutes') r
        ON true WHERE l.loss <> 0;
    -- An honest exchange may have had the price of any source, and of some seconds ago, when this one was written: a twentieth is more than prices move.
    IF is_priceless OR coalesce(given, 0) > coalesce(taken, 0) * 1.05 THEN
      RAISE EXCEPTION 'entry % %: its coins are not worth what is given for them', entry.kind, entry.reference USING ERRCODE = 'CT005';
    END IF;
  ELSIF entry.kind <> 'withdrawal.reserve' THEN
    undone := CASE
      WHEN entry.kind = 'referral.credit' THEN ARRAY['invoice.credit', 'invoice.credit-internal', 'case.credit']
      WHEN entry.kind LIKE '%.return' THEN ARRAY[replace(entry.kind, '.return', '.reserve')]
      ELSE ARRAY[replace(entry.kind, '-reverse', '')] END;
    -- An exchange is undone on both sides.
    IF EXISTS (SELECT FROM entry_loss(ARRAY[entry.kind], entry.reference) l
        LEFT JOIN entry_loss(array_remove(undone, entry.kind), entry.reference) o USING (currency) WHERE l.loss > greatest(-o.loss, 0))
       OR entry.kind <> 'referral.credit' AND EXISTS (SELECT FROM entry_loss(ARRAY[entry.kind], entry.reference) WHERE loss > 0)
         AND EXISTS (SELECT FROM entry_loss(array_remove(undone, entry.kind), entry.reference) o
           LEFT JOIN entry_loss(ARRAY[entry.kind], entry.reference) l USING (currency) WHERE o.loss > 0 AND coalesce(l.loss, 0) > -o.loss) THEN
      RAISE EXCEPTION 'entry % %: the gateway did not get what it gives', entry.kind, entry.reference USING ERRCODE = 'CT005';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER postings_held AFTER INSERT ON postings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_entry();

-- What is given back for a conversion is read from its row.
CREATE FUNCTION hold_conversion() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cause_kind text := CASE NEW.cause WHEN 'auto' THEN 'conversion.auto' ELSE NEW.cause || '.reserve' END;
BEGIN
  IF NEW.to_amount < 0 OR NEW.fee < 0 OR NEW.reversed_at IS NOT NULL
     OR (SELECT loss FROM entry_loss(ARRAY[cause_kind], NEW.reference) WHERE currency = NEW.from_code) IS DISTINCT FROM -NEW.from_amount
     OR (SELECT loss FROM entry_loss(ARRAY[cause_kind], NEW.reference) WHERE currency = NEW.to_code) IS DISTINCT FROM NEW.to_amount THEN
    RAISE EXCEPTION 'conversion % %: nothing was swapped so', NEW.cause, NEW.reference USING ERRCODE = 'CT005';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER conversions_held AFTER INSERT ON conversions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_conversion();

-- ---------------------------------------------------------------- the 24 hours of rest
-- Whatever loosens what may leave begins them here, whether the command says so or not, and nothing moves them back.
CREATE FUNCTION hold_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.daily_limit_usd IS NOT NULL AND (NEW.daily_limit_usd IS NULL OR NEW.daily_limit_usd > OLD.daily_limit_usd)
     OR OLD.approval_above_usd IS NOT NULL AND (NEW.approval_above_usd IS NULL OR NEW.approval_above_usd > OLD.approval_above_usd)
     OR OLD.refund_ceiling_usd IS NOT NULL AND (NEW.refund_ceiling_usd IS NULL OR NEW.refund_ceiling_usd > OLD.refund_ceiling_usd)
     OR OLD.refunds_need_payout_key AND NOT NEW.refunds_need_payout_key
     OR OLD.calls_need_timed_signature AND NOT NEW.calls_need_timed_signature THEN
    NEW.limits_loosened_at := now();
  END IF;
  NEW.limits_loosened_at := greatest(OLD.limits_loosened_at, NEW.limits_loosened_at);
  IF NEW.refund_request_policy = 'automatic' THEN
    NEW.refund_requests_automatic_since := CASE WHEN OLD.refund_request_policy = 'automatic' THEN OLD.refund_requests_automatic_since ELSE now() END;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER merchants_held BEFORE UPDATE ON merchants FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_limits();

CREATE FUNCTION hold_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- Nobody but the first: the set-up was closed by this very transaction.
    IF NEW.is_operator AND NOT EXISTS (SELECT FROM setup_state WHERE closed_at > now() - interval '1 minute') THEN
      NEW.operator_since := now();
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.is_operator AND NOT OLD.is_operator THEN
    NEW.operator_since := now();
  ELSIF NEW.is_operator THEN
    NEW.operator_since := OLD.operator_since;
  END IF;
  IF NEW.password_hash <> OLD.password_hash THEN
    NEW.password_changed_at := now();
  ELSE
    NEW.password_changed_at := OLD.password_changed_at;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_held BEFORE INSERT OR UPDATE ON users FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_user();
CREATE FUNCTION hold_setup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.closed_at IS NOT NULL THEN
    RAISE EXCEPTION 'the set-up is closed' USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER setup_state_held BEFORE UPDATE ON setup_state FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_setup();

CREATE FUNCTION hold_cold_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.address_set_at := now();
  ELSE
    NEW.address_set_at := CASE WHEN (NEW.address, NEW.network_code, NEW.currency_code) = (OLD.address, OLD.network_code, OLD.currency_code)
      THEN OLD.address_set_at ELSE now() END;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER cold_addresses_held BEFORE INSERT OR UPDATE ON cold_addresses FOR EACH ROW WHEN (is_web()) EXECUTE FUNCTION hold_cold_address();
