-- AlterEnum
ALTER TYPE "outgoing_status" ADD VALUE 'expired';

-- AlterTable
ALTER TABLE "outgoing_transactions" ADD COLUMN     "expired_send_id" UUID;

-- AlterTable
ALTER TABLE "signed_transactions" ADD COLUMN     "spends" TEXT;

-- CreateTable
CREATE TABLE "coins" (
    "network_code" TEXT NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "address_id" BIGINT NOT NULL,
    "units" BIGINT NOT NULL,
    "is_own" BOOLEAN NOT NULL,
    "block_height" BIGINT,
    "locked_until" BIGINT,
    "outgoing_id" UUID,
    "gone_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "coins_pkey" PRIMARY KEY ("network_code","transaction_id","index")
);

-- CreateIndex
CREATE INDEX "coins_outgoing_id_idx" ON "coins"("outgoing_id");

-- AddForeignKey
ALTER TABLE "outgoing_transactions" ADD CONSTRAINT "outgoing_transactions_expired_send_id_fkey" FOREIGN KEY ("expired_send_id") REFERENCES "sends"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coins" ADD CONSTRAINT "coins_outgoing_id_fkey" FOREIGN KEY ("outgoing_id") REFERENCES "outgoing_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coins" ADD CONSTRAINT "coins_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "addresses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say
-- Undo: put back the functions guard_send and guard_outgoing of add_money_out and the index sends_one_transaction, drop guard_coin with its
-- trigger, the indexes and checks named below, then the tables and columns above.

-- Coins are looked for by amount among those that nothing spends.
CREATE INDEX coins_free ON coins (network_code, units DESC) WHERE outgoing_id IS NULL AND gone_at IS NULL;
CREATE INDEX outgoing_transactions_expired ON outgoing_transactions (expired_send_id) WHERE expired_send_id IS NOT NULL;
ALTER TABLE coins ADD CONSTRAINT coins_units CHECK (units > 0);

-- Several sends may share a transaction that spends coins; guard_send sees to the others.
DROP INDEX sends_one_transaction;
CREATE INDEX sends_outgoing ON sends (outgoing_id) WHERE outgoing_id IS NOT NULL;

-- As before, and: a send whose transaction has expired waits for another one. A nonce carries one send.
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
    AND EXISTS (SELECT FROM outgoing_transactions WHERE id = OLD.outgoing_id AND status = 'expired' AND expired_send_id = OLD.id);
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

CREATE OR REPLACE FUNCTION guard_outgoing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'outgoing transactions are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.network_code, NEW.from_address, NEW.nonce) IS DISTINCT FROM (OLD.network_code, OLD.from_address, OLD.nonce)
     OR NEW.version < OLD.version OR NEW.fee_max < OLD.fee_max THEN
    RAISE EXCEPTION 'outgoing transaction %: its nonce stays, versions and fees only grow', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF OLD.status IN ('settled', 'failed', 'expired') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'outgoing transaction % is settled', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;

-- A coin is a fact of its chain, and is given to one transaction at a time; what a transaction that ended has spent stays spent.
CREATE FUNCTION guard_coin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'coins are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.network_code, NEW.transaction_id, NEW.index, NEW.address_id, NEW.units) IS DISTINCT FROM (OLD.network_code, OLD.transaction_id, OLD.index, OLD.address_id, OLD.units) THEN
    RAISE EXCEPTION 'coin % of %: what it is does not change', OLD.index, OLD.transaction_id USING ERRCODE = 'CT002';
  END IF;
  IF OLD.outgoing_id IS NOT NULL AND NEW.outgoing_id IS DISTINCT FROM OLD.outgoing_id
     AND NOT (NEW.outgoing_id IS NULL AND EXISTS (SELECT FROM outgoing_transactions WHERE id = OLD.outgoing_id AND status IN ('failed', 'expired'))) THEN
    RAISE EXCEPTION 'coin % of % is spent', OLD.index, OLD.transaction_id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER coins_guard BEFORE UPDATE OR DELETE ON coins FOR EACH ROW EXECUTE FUNCTION guard_coin();
CREATE TRIGGER coins_kept BEFORE TRUNCATE ON coins FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
