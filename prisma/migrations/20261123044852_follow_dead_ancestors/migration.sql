-- A transaction of coins may carry several sends when it turns out to be dead, so what it carried moves to a table of its own. Runs on full tables: one
-- row is copied for each transaction that has expired.
-- Undo: add outgoing_transactions.expired_send_id with its foreign key and index and the function guard_send of add_every_chain, fill it from
-- expired_sends (where none carried more than one), drop both tables.

-- CreateTable
CREATE TABLE "expired_sends" (
    "outgoing_id" UUID NOT NULL,
    "send_id" UUID NOT NULL,

    CONSTRAINT "expired_sends_pkey" PRIMARY KEY ("outgoing_id","send_id")
);

-- CreateTable
CREATE TABLE "coin_origins" (
    "network_code" TEXT NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "spends" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "coin_origins_pkey" PRIMARY KEY ("network_code","transaction_id")
);

-- CreateIndex
CREATE INDEX "expired_sends_send_id_idx" ON "expired_sends"("send_id");

-- AddForeignKey
ALTER TABLE "expired_sends" ADD CONSTRAINT "expired_sends_outgoing_id_fkey" FOREIGN KEY ("outgoing_id") REFERENCES "outgoing_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "expired_sends" ADD CONSTRAINT "expired_sends_send_id_fkey" FOREIGN KEY ("send_id") REFERENCES "sends"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say

INSERT INTO expired_sends (outgoing_id, send_id)
  SELECT id, expired_send_id FROM outgoing_transactions WHERE expired_send_id IS NOT NULL;
CREATE TRIGGER expired_sends_frozen BEFORE UPDATE OR DELETE ON expired_sends FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER expired_sends_kept BEFORE TRUNCATE ON expired_sends FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER coin_origins_frozen BEFORE UPDATE OR DELETE ON coin_origins FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER coin_origins_kept BEFORE TRUNCATE ON coin_origins FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- As before, by the new table.
CREATE OR REPLACE FUNCTION guard_send() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_expired boolean;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'sends are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.purpose, NEW.purpose_id, NEW.network_code, NEW.currency_code, NEW.amount, NEW.from_address, NEW.to_address, NEW.memo)
     IS DISTINCT FROM (OLD.purpose, OLD.purpose_id, OLD.network_code, OLD.currency_code, OLD.amount, OLD.from_address, OLD.to_address, OLD.memo) THEN
    RAISE EXCEPTION 'send %: what was ordered does not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  is_expired := OLD.status = 'sending' AND NEW.status = 'queued' AND NEW.outgoing_id IS NULL
    AND EXISTS (SELECT FROM outgoing_transactions o JOIN expired_sends e ON e.outgoing_id = o.id
      WHERE o.id = OLD.outgoing_id AND o.status = 'expired' AND e.send_id = OLD.id);
  IF OLD.outgoing_id IS NOT NULL AND NEW.outgoing_id IS DISTINCT FROM OLD.outgoing_id AND NOT is_expired THEN
    RAISE EXCEPTION 'send % has its transaction', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF NEW.status <> OLD.status AND NOT is_expired AND NOT ((OLD.status = 'queued' AND NEW.status IN ('sending', 'failed', 'cancelled'))
     OR (OLD.status = 'sending' AND NEW.status IN ('confirmed', 'failed'))) THEN
    RAISE EXCEPTION 'send % cannot move from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'CT002';
  END IF;
  IF NEW.outgoing_id IS NOT NULL AND OLD.outgoing_id IS NULL AND EXISTS (
    SELECT FROM sends s JOIN outgoing_transactions o ON o.id = s.outgoing_id
    WHERE s.outgoing_id = NEW.outgoing_id AND s.id <> NEW.id AND o.nonce IS NOT NULL) THEN
    RAISE EXCEPTION 'transaction % carries another send', NEW.outgoing_id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;

DROP INDEX outgoing_transactions_expired;
ALTER TABLE outgoing_transactions DROP CONSTRAINT outgoing_transactions_expired_send_id_fkey;
ALTER TABLE outgoing_transactions DROP COLUMN expired_send_id;
