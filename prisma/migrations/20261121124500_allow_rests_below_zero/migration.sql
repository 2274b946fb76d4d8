-- Undo: ALTER TABLE address_rests ADD CONSTRAINT address_rests_amount CHECK (amount >= 0);
-- A transaction that cost more than the rest held was paid by a deposit beside it: the next gas makes that good, and until then the
-- books must be able to say so.
ALTER TABLE address_rests DROP CONSTRAINT address_rests_amount;
