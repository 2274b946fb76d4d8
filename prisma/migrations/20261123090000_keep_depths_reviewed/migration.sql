-- How deep a deposit has to lie is a row that the web process's user may change. What it confirms lies at the least reviewed depth, whatever that
-- row says, but on a network of play money, which only workers and the owner name. Runs on full tables: functions only.
-- Undo: CREATE OR REPLACE hold_deposit() as in 20261123081000_hold_web_to_its_commands, DROP FUNCTION least_confirmations.

-- As in lib/catalog/data/networks.ts; a test compares the two. What is changed there is changed here by a new migration.
CREATE FUNCTION least_confirmations(network text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE network
    WHEN 'eth' THEN 6 WHEN 'bsc' THEN 8 WHEN 'polygon' THEN 32 WHEN 'arbitrum' THEN 32 WHEN 'avalanche' THEN 1
    WHEN 'btc' THEN 2 WHEN 'ltc' THEN 3 WHEN 'doge' THEN 20 WHEN 'dash' THEN 2 WHEN 'bch' THEN 3
    WHEN 'tron' THEN 10 WHEN 'sol' THEN 16 WHEN 'ton' THEN 1 WHEN 'xmr' THEN 10 ELSE 1 END
$$;

CREATE OR REPLACE FUNCTION hold_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND NOT (OLD.status = 'seen' AND NEW.status = 'confirmed' AND EXISTS (
      SELECT FROM chain_cursors c JOIN networks n ON n.code = c.network_code
      WHERE c.network_code = OLD.network_code AND c.height - OLD.block_height + 1
        >= greatest(n.confirmations, CASE WHEN n.is_sandbox THEN 1 ELSE least_confirmations(n.code) END))) THEN
    RAISE EXCEPTION 'deposit % is not deep enough', OLD.id USING ERRCODE = 'CT005';
  END IF;
  IF NEW.sweep_id IS DISTINCT FROM OLD.sweep_id AND (NEW.sweep_id IS NOT NULL OR is_sweep_alive(OLD.sweep_id)) THEN
    RAISE EXCEPTION 'deposit % is swept by workers', OLD.id USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;
