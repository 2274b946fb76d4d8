-- The least reviewed depth of a network becomes a column, which workers write from the network's record at every start (syncCatalog) and which the
-- web process's user may not change. A new network then needs no migration. Runs on full tables: one row a network.
-- Undo: CREATE FUNCTION least_confirmations and OR REPLACE hold_deposit() as in 20261123090000_keep_depths_reviewed, then DROP the column.

-- AlterTable
ALTER TABLE "networks" ADD COLUMN     "confirmations_min" INTEGER NOT NULL DEFAULT 1;

-- What workers write at their next start, for the time until then.
UPDATE networks SET confirmations_min = least_confirmations(code);

CREATE OR REPLACE FUNCTION hold_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND NOT (OLD.status = 'seen' AND NEW.status = 'confirmed' AND EXISTS (
      SELECT FROM chain_cursors c JOIN networks n ON n.code = c.network_code
      WHERE c.network_code = OLD.network_code AND c.height - OLD.block_height + 1
        >= greatest(n.confirmations, CASE WHEN n.is_sandbox THEN 1 ELSE n.confirmations_min END))) THEN
    RAISE EXCEPTION 'deposit % is not deep enough', OLD.id USING ERRCODE = 'CT005';
  END IF;
  IF NEW.sweep_id IS DISTINCT FROM OLD.sweep_id AND (NEW.sweep_id IS NOT NULL OR is_sweep_alive(OLD.sweep_id)) THEN
    RAISE EXCEPTION 'deposit % is swept by workers', OLD.id USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;

DROP FUNCTION least_confirmations;
