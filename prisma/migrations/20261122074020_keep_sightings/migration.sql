-- What only a mempool shows is recorded as a deposit without a block. Runs on full tables: two columns that are null everywhere, a function,
-- and a check that reads every deposit once. To undo: drop check and columns; the function as 20261121060100_guard_money has it.

-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "absent_since" TIMESTAMPTZ(3),
ADD COLUMN     "spends" TEXT;

-- A deposit that was never in a block is one node's word, and its block's word outweighs it: only then may what is told of it change.
CREATE OR REPLACE FUNCTION guard_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'deposits are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.network_code, NEW.transaction_id, NEW.position) IS DISTINCT FROM (OLD.network_code, OLD.transaction_id, OLD.position)
     OR ((OLD.block_height IS NOT NULL OR OLD.inclusion > 1 OR OLD.booked_inclusion IS NOT NULL)
       AND (NEW.currency_code, NEW.amount, NEW.to_address, NEW.address_id)
         IS DISTINCT FROM (OLD.currency_code, OLD.amount, OLD.to_address, OLD.address_id)) THEN
    RAISE EXCEPTION 'deposit % is a fact of its chain', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF NEW.inclusion < OLD.inclusion THEN
    RAISE EXCEPTION 'deposit %: the inclusion number only grows', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;

-- Only what is in a block stands in the books.
ALTER TABLE deposits ADD CONSTRAINT deposits_sighting CHECK (block_height IS NOT NULL OR booked_inclusion IS NULL);
