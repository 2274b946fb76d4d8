-- Addresses have balance checks, a deposit that no rule may credit has the reason why it is held, and what receiving costs is a cost of receiving.
-- Runs on full tables: names are catalog entries, and no row is written.
-- Undo: the same statements with old and new exchanged, and watch_balance() as before.
SET lock_timeout = '5s';

ALTER TABLE balance_looks RENAME TO balance_checks;
ALTER TABLE balance_checks RENAME COLUMN looked_height TO checked_height;
ALTER TABLE balance_checks RENAME COLUMN looked_hash TO checked_hash;
ALTER TABLE balance_checks RENAME COLUMN looked_to TO checked_until;
ALTER TABLE balance_checks RENAME COLUMN pause_seconds TO interval_seconds;
ALTER TABLE balance_checks RENAME COLUMN tried_at TO failed_at;
ALTER TABLE balance_checks RENAME CONSTRAINT balance_looks_pkey TO balance_checks_pkey;
ALTER INDEX balance_looks_network_code_is_expected_due_at_idx RENAME TO balance_checks_network_code_is_expected_due_at_idx;
ALTER INDEX balance_looks_network_code_looked_height_idx RENAME TO balance_checks_network_code_checked_height_idx;

CREATE OR REPLACE FUNCTION watch_balance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO balance_checks (network_code, address_id)
  SELECT DISTINCT a.network_code, a.address_id FROM added a JOIN networks n ON n.code = a.network_code
  WHERE n.family = 'evm' AND n.native_currency = a.currency_code ORDER BY 1, 2
  ON CONFLICT (network_code, address_id) DO UPDATE SET is_expected = true, due_at = now(), interval_seconds = 0;
  RETURN NULL;
END;
$$;

ALTER TABLE deposits RENAME COLUMN peculiarity TO hold_reason;
ALTER TABLE deposits RENAME CONSTRAINT deposits_peculiarity TO deposits_hold_reason;

ALTER TABLE arrival_costs RENAME TO receive_costs;
ALTER TABLE receive_costs RENAME CONSTRAINT arrival_costs_pkey TO receive_costs_pkey;
ALTER TABLE receive_costs RENAME CONSTRAINT arrival_costs_amount TO receive_costs_amount;
ALTER INDEX arrival_costs_network_code_block_height_idx RENAME TO receive_costs_network_code_block_height_idx;
ALTER TRIGGER arrival_costs_frozen ON receive_costs RENAME TO receive_costs_frozen;
