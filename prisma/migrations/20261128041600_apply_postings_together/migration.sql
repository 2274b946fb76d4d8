-- Balances follow from all postings of a statement together: fifty credits of one merchant that are settled in one statement
-- moved its balance fifty times, each time over all versions of the row that the statement had made. The sums are judged with
-- the statement as well, once, instead of at commit for each posting: whoever writes an entry writes all its postings at once.
-- Runs on full tables: functions and triggers only.
-- Undo: drop apply_postings() with CASCADE, and make apply_posting(), check_posting_balanced() and their triggers again as in
-- guard_money and hold_web_to_its_commands.
SET lock_timeout = '5s';

CREATE FUNCTION apply_postings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  account_row accounts%ROWTYPE;
  line record;
BEGIN
  SELECT entry_id, currency_code, sum(amount) AS total INTO line FROM added GROUP BY entry_id, currency_code HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal entry % does not balance in % (%)', line.entry_id, line.currency_code, line.total USING ERRCODE = 'CT004';
  END IF;
  -- The balances are locked in the order in which the postings were inserted. One by one: a plan for many accounts would be kept
  -- for statements with few.
  FOR line IN SELECT account_id, shard, currency_code, sum(amount) AS amount FROM added GROUP BY 1, 2, 3 ORDER BY min(id) LOOP
    SELECT * INTO STRICT account_row FROM accounts WHERE id = line.account_id;
    IF account_row.currency_code <> line.currency_code THEN
      RAISE EXCEPTION 'posting in % to an account in %', line.currency_code, account_row.currency_code USING ERRCODE = 'CT003';
    END IF;
    IF line.shard < 0 OR line.shard >= account_row.shard_count THEN
      RAISE EXCEPTION 'account % has no shard %', line.account_id, line.shard USING ERRCODE = 'CT003';
    END IF;
    INSERT INTO account_balances AS b (account_id, shard, balance)
      VALUES (line.account_id, line.shard, CASE WHEN account_row.class = 'custody' THEN line.amount ELSE -line.amount END)
      ON CONFLICT (account_id, shard) DO UPDATE SET balance = b.balance + excluded.balance;
  END LOOP;
  RETURN NULL;
END $$;

DROP TRIGGER postings_apply ON postings;
DROP TRIGGER postings_balanced ON postings;
DROP FUNCTION apply_posting();
DROP FUNCTION check_posting_balanced();
CREATE TRIGGER postings_apply AFTER INSERT ON postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION apply_postings();
