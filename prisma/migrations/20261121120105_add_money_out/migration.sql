SET lock_timeout = '5s';

-- CreateEnum
CREATE TYPE "outflow_kind" AS ENUM ('payout', 'refund', 'transfer');

-- CreateEnum
CREATE TYPE "review_reason" AS ENUM ('screening', 'approval', 'look_alike');

-- CreateEnum
CREATE TYPE "review_decision" AS ENUM ('approved', 'refused');

-- CreateEnum
CREATE TYPE "refund_kind" AS ENUM ('payment', 'wallet', 'case');

-- CreateEnum
CREATE TYPE "refund_status" AS ENUM ('process', 'check', 'paid', 'fail');

-- CreateEnum
CREATE TYPE "send_purpose" AS ENUM ('payout', 'refund', 'withdrawal', 'sweep', 'gas');

-- CreateEnum
CREATE TYPE "send_status" AS ENUM ('queued', 'sending', 'confirmed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "outgoing_status" AS ENUM ('signed', 'included', 'settled', 'failed');

-- CreateEnum
CREATE TYPE "sweep_status" AS ENUM ('gas', 'process', 'done', 'fail');

-- CreateEnum
CREATE TYPE "withdrawal_kind" AS ENUM ('earnings', 'capital', 'cold');

-- CreateEnum
CREATE TYPE "withdrawal_status" AS ENUM ('process', 'check', 'paid', 'fail', 'cancel');

-- AlterEnum
ALTER TYPE "case_kind" ADD VALUE 'locked';

-- AlterEnum
ALTER TYPE "case_status" ADD VALUE 'refunding';

-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "sweep_id" UUID;

-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "approval_above_usd" DECIMAL(38,2),
ADD COLUMN     "daily_limit_usd" DECIMAL(38,2),
ADD COLUMN     "refunds_need_payout_key" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "payouts" ADD COLUMN     "created_by_id" UUID,
ADD COLUMN     "failure" TEXT;

-- AlterTable
ALTER TABLE "wallet_holds" ADD COLUMN     "awaits_address" TEXT,
ADD COLUMN     "refund_id" UUID;

-- CreateTable
CREATE TABLE "internal_payments" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "invoice_id" UUID NOT NULL,
    "quote_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "internal_payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outflows" (
    "kind" "outflow_kind" NOT NULL,
    "subject_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "value_usd" DECIMAL(38,2),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "returned_at" TIMESTAMPTZ(3),

    CONSTRAINT "outflows_pkey" PRIMARY KEY ("kind","subject_id")
);

-- CreateTable
CREATE TABLE "destinations" (
    "merchant_id" UUID NOT NULL,
    "family" TEXT NOT NULL,
    "address_key" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "first_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "trusted_at" TIMESTAMPTZ(3),

    CONSTRAINT "destinations_pkey" PRIMARY KEY ("merchant_id","family","address_key")
);

-- CreateTable
CREATE TABLE "reviews" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" "outflow_kind" NOT NULL,
    "subject_id" UUID NOT NULL,
    "merchant_id" UUID,
    "reason" "review_reason" NOT NULL,
    "detail" TEXT NOT NULL,
    "ordered_by_id" UUID,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decision" "review_decision",
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outflow_events" (
    "id" BIGSERIAL NOT NULL,
    "kind" "outflow_kind" NOT NULL,
    "subject_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "event" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "outflow_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID,
    "kind" "refund_kind" NOT NULL,
    "invoice_id" UUID,
    "wallet_id" UUID,
    "case_id" UUID,
    "status" "refund_status" NOT NULL DEFAULT 'process',
    "network_code" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "sent_amount" DECIMAL(60,18) NOT NULL,
    "commission" DECIMAL(60,18) NOT NULL,
    "from_code" TEXT NOT NULL,
    "debited_amount" DECIMAL(60,18) NOT NULL,
    "is_subtract" BOOLEAN NOT NULL,
    "fee_quote_id" UUID,
    "transaction_id" TEXT,
    "failure" TEXT,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "final_at" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "screening_lists" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "entry_count" INTEGER NOT NULL,
    "imported_by_id" UUID,
    "imported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "screening_lists_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "screening_entries" (
    "list_id" UUID NOT NULL,
    "family" TEXT NOT NULL,
    "address_key" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "screening_entries_pkey" PRIMARY KEY ("list_id","family","address_key")
);

-- CreateTable
CREATE TABLE "screening_verdicts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "subject_kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "family" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "is_hit" BOOLEAN NOT NULL,
    "lists" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "screening_verdicts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sends" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "purpose" "send_purpose" NOT NULL,
    "purpose_id" UUID NOT NULL,
    "network_code" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "from_address" TEXT,
    "to_address" TEXT NOT NULL,
    "memo" TEXT,
    "priority" "fee_priority" NOT NULL DEFAULT 'recommended',
    "fee_expected" DECIMAL(38,18),
    "status" "send_status" NOT NULL DEFAULT 'queued',
    "wait_reason" TEXT,
    "wait_detail" TEXT,
    "waiting_since" TIMESTAMPTZ(3),
    "refusal_count" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failure" TEXT,
    "outgoing_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "final_at" TIMESTAMPTZ(3),

    CONSTRAINT "sends_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outgoing_transactions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "network_code" TEXT NOT NULL,
    "from_address" TEXT NOT NULL,
    "nonce" BIGINT,
    "status" "outgoing_status" NOT NULL DEFAULT 'signed',
    "version" INTEGER NOT NULL DEFAULT 1,
    "fee_max" DECIMAL(38,18) NOT NULL,
    "fee_paid" DECIMAL(38,18),
    "included_version" INTEGER,
    "block_height" BIGINT,
    "block_hash" TEXT,
    "last_broadcast_at" TIMESTAMPTZ(3),
    "broadcast_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "watched_until" BIGINT,

    CONSTRAINT "outgoing_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signed_transactions" (
    "outgoing_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "network_code" TEXT NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "raw" BYTEA NOT NULL,
    "fee_terms" TEXT NOT NULL,
    "fee_priority" "fee_priority" NOT NULL,
    "fee_expected" DECIMAL(38,18) NOT NULL,
    "fee_max" DECIMAL(38,18) NOT NULL,
    "signed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signed_transactions_pkey" PRIMARY KEY ("outgoing_id","version")
);

-- CreateTable
CREATE TABLE "sending_accounts" (
    "network_code" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "next_nonce" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sending_accounts_pkey" PRIMARY KEY ("network_code","address")
);

-- CreateTable
CREATE TABLE "send_stops" (
    "scope" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "stopped_by" UUID,
    "stopped_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "send_stops_pkey" PRIMARY KEY ("scope","kind")
);

-- CreateTable
CREATE TABLE "sweep_policies" (
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "amount_min" DECIMAL(38,18) NOT NULL,
    "wait_seconds_max" INTEGER,
    "batch_max" INTEGER NOT NULL DEFAULT 16,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sweep_policies_pkey" PRIMARY KEY ("currency_code","network_code")
);

-- CreateTable
CREATE TABLE "sweeps" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "network_code" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "address_id" BIGINT NOT NULL,
    "address" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "status" "sweep_status" NOT NULL DEFAULT 'process',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "final_at" TIMESTAMPTZ(3),

    CONSTRAINT "sweeps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "address_rests" (
    "network_code" TEXT NOT NULL,
    "address_id" BIGINT NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL DEFAULT 0,

    CONSTRAINT "address_rests_pkey" PRIMARY KEY ("network_code","address_id")
);

-- CreateTable
CREATE TABLE "cold_addresses" (
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "keep_amount" DECIMAL(38,18) NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cold_addresses_pkey" PRIMARY KEY ("currency_code","network_code")
);

-- CreateTable
CREATE TABLE "withdrawals" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" "withdrawal_kind" NOT NULL,
    "network_code" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "status" "withdrawal_status" NOT NULL DEFAULT 'process',
    "transaction_id" TEXT,
    "failure" TEXT,
    "memo" TEXT NOT NULL DEFAULT '',
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "final_at" TIMESTAMPTZ(3),

    CONSTRAINT "withdrawals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "internal_payments_invoice_id_key" ON "internal_payments"("invoice_id");

-- CreateIndex
CREATE INDEX "outflows_merchant_id_created_at_idx" ON "outflows"("merchant_id", "created_at");

-- CreateIndex
CREATE INDEX "reviews_merchant_id_opened_at_idx" ON "reviews"("merchant_id", "opened_at");

-- CreateIndex
CREATE UNIQUE INDEX "reviews_kind_subject_id_reason_key" ON "reviews"("kind", "subject_id", "reason");

-- CreateIndex
CREATE INDEX "outflow_events_kind_subject_id_id_idx" ON "outflow_events"("kind", "subject_id", "id");

-- CreateIndex
CREATE INDEX "refunds_merchant_id_created_at_id_idx" ON "refunds"("merchant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "refunds_invoice_id_idx" ON "refunds"("invoice_id");

-- CreateIndex
CREATE INDEX "refunds_wallet_id_idx" ON "refunds"("wallet_id");

-- CreateIndex
CREATE INDEX "refunds_case_id_idx" ON "refunds"("case_id");

-- CreateIndex
CREATE UNIQUE INDEX "screening_lists_name_version_key" ON "screening_lists"("name", "version");

-- CreateIndex
CREATE INDEX "screening_entries_family_address_key_idx" ON "screening_entries"("family", "address_key");

-- CreateIndex
CREATE INDEX "screening_verdicts_subject_kind_subject_id_idx" ON "screening_verdicts"("subject_kind", "subject_id");

-- CreateIndex
CREATE INDEX "sends_network_code_created_at_id_idx" ON "sends"("network_code", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "sends_purpose_purpose_id_key" ON "sends"("purpose", "purpose_id");

-- CreateIndex
CREATE INDEX "outgoing_transactions_network_code_status_idx" ON "outgoing_transactions"("network_code", "status");

-- CreateIndex
CREATE UNIQUE INDEX "outgoing_transactions_network_code_from_address_nonce_key" ON "outgoing_transactions"("network_code", "from_address", "nonce");

-- CreateIndex
CREATE UNIQUE INDEX "signed_transactions_network_code_transaction_id_key" ON "signed_transactions"("network_code", "transaction_id");

-- CreateIndex
CREATE INDEX "sweeps_address_id_idx" ON "sweeps"("address_id");

-- CreateIndex
CREATE INDEX "withdrawals_created_at_id_idx" ON "withdrawals"("created_at", "id");

-- AddForeignKey
ALTER TABLE "screening_entries" ADD CONSTRAINT "screening_entries_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "screening_lists"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sends" ADD CONSTRAINT "sends_outgoing_id_fkey" FOREIGN KEY ("outgoing_id") REFERENCES "outgoing_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signed_transactions" ADD CONSTRAINT "signed_transactions_outgoing_id_fkey" FOREIGN KEY ("outgoing_id") REFERENCES "outgoing_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say
-- Undo: drop the triggers, functions, checks and indexes named below, then the tables and columns above.

-- The engine looks for what is to be signed and for what is on its way.
CREATE INDEX sends_queued ON sends (network_code, next_try_at, created_at) WHERE status = 'queued';
CREATE INDEX sends_sending ON sends (network_code) WHERE status = 'sending';
CREATE INDEX outgoing_transactions_live ON outgoing_transactions (network_code, from_address, nonce) WHERE status IN ('signed', 'included');
-- On chains with nonces a transaction carries one send. Coins of several sends may share one: such transactions have no nonce.
CREATE UNIQUE INDEX sends_one_transaction ON sends (outgoing_id) WHERE outgoing_id IS NOT NULL;

ALTER TABLE sends ADD CONSTRAINT sends_amount CHECK (amount > 0);
ALTER TABLE sends ADD CONSTRAINT sends_transaction
  CHECK ((status IN ('queued', 'cancelled') AND outgoing_id IS NULL) OR status = 'failed' OR (status IN ('sending', 'confirmed') AND outgoing_id IS NOT NULL));
ALTER TABLE outgoing_transactions ADD CONSTRAINT outgoing_transactions_fee CHECK (fee_max >= 0 AND (fee_paid IS NULL OR (fee_paid >= 0 AND fee_paid <= fee_max)));
ALTER TABLE outgoing_transactions ADD CONSTRAINT outgoing_transactions_included CHECK ((included_version IS NULL) = (block_height IS NULL) AND (block_height IS NULL) = (block_hash IS NULL));
ALTER TABLE signed_transactions ADD CONSTRAINT signed_transactions_version CHECK (version >= 1);
ALTER TABLE sending_accounts ADD CONSTRAINT sending_accounts_nonce CHECK (next_nonce >= 0);

-- What is to be sent stays as it was ordered; once a transaction carries it, that is the one. A final send is final.
CREATE FUNCTION guard_send() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'sends are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.purpose, NEW.purpose_id, NEW.network_code, NEW.currency_code, NEW.amount, NEW.from_address, NEW.to_address, NEW.memo)
     IS DISTINCT FROM (OLD.purpose, OLD.purpose_id, OLD.network_code, OLD.currency_code, OLD.amount, OLD.from_address, OLD.to_address, OLD.memo) THEN
    RAISE EXCEPTION 'send %: what was ordered does not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF OLD.outgoing_id IS NOT NULL AND NEW.outgoing_id IS DISTINCT FROM OLD.outgoing_id THEN
    RAISE EXCEPTION 'send % has its transaction', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF NEW.status <> OLD.status AND NOT ((OLD.status = 'queued' AND NEW.status IN ('sending', 'failed', 'cancelled'))
     OR (OLD.status = 'sending' AND NEW.status IN ('confirmed', 'failed'))) THEN
    RAISE EXCEPTION 'send % cannot move from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sends_guard BEFORE UPDATE OR DELETE ON sends FOR EACH ROW EXECUTE FUNCTION guard_send();

CREATE FUNCTION guard_outgoing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'outgoing transactions are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.network_code, NEW.from_address, NEW.nonce) IS DISTINCT FROM (OLD.network_code, OLD.from_address, OLD.nonce)
     OR NEW.version < OLD.version OR NEW.fee_max < OLD.fee_max THEN
    RAISE EXCEPTION 'outgoing transaction %: its nonce stays, versions and fees only grow', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF OLD.status IN ('settled', 'failed') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'outgoing transaction % is settled', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER outgoing_transactions_guard BEFORE UPDATE OR DELETE ON outgoing_transactions FOR EACH ROW EXECUTE FUNCTION guard_outgoing();
CREATE TRIGGER signed_transactions_frozen BEFORE UPDATE OR DELETE ON signed_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signed_transactions_kept BEFORE TRUNCATE ON signed_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER outgoing_transactions_kept BEFORE TRUNCATE ON outgoing_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sends_kept BEFORE TRUNCATE ON sends FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A nonce is given out once: the counter only grows, and never by itself.
CREATE FUNCTION guard_sending_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.next_nonce < OLD.next_nonce THEN
    RAISE EXCEPTION 'the next nonce of % only grows', OLD.address USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sending_accounts_guard BEFORE UPDATE OR DELETE ON sending_accounts FOR EACH ROW EXECUTE FUNCTION guard_sending_account();

-- What was ordered stays as it was ordered.
CREATE FUNCTION guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.merchant_id, NEW.order_id, NEW.amount, NEW.currency_code, NEW.payer_code, NEW.network_code, NEW.address, NEW.memo, NEW.from_code, NEW.sent_amount, NEW.commission, NEW.debited_amount)
     IS DISTINCT FROM (OLD.merchant_id, OLD.order_id, OLD.amount, OLD.currency_code, OLD.payer_code, OLD.network_code, OLD.address, OLD.memo, OLD.from_code, OLD.sent_amount, OLD.commission, OLD.debited_amount) THEN
    RAISE EXCEPTION 'payout %: what was ordered does not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF OLD.status IN ('paid', 'fail', 'cancel', 'system_fail') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'payout % is final', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payouts_guard BEFORE UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION guard_payout();

CREATE FUNCTION guard_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.merchant_id, NEW.kind, NEW.invoice_id, NEW.wallet_id, NEW.case_id, NEW.network_code, NEW.currency_code, NEW.address, NEW.amount, NEW.sent_amount, NEW.commission, NEW.from_code, NEW.debited_amount)
     IS DISTINCT FROM (OLD.merchant_id, OLD.kind, OLD.invoice_id, OLD.wallet_id, OLD.case_id, OLD.network_code, OLD.currency_code, OLD.address, OLD.amount, OLD.sent_amount, OLD.commission, OLD.from_code, OLD.debited_amount) THEN
    RAISE EXCEPTION 'refund %: what was ordered does not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF OLD.status IN ('paid', 'fail') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'refund % is final', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refunds_guard BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION guard_refund();
CREATE TRIGGER refunds_kept BEFORE TRUNCATE OR DELETE ON refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE refunds ADD CONSTRAINT refunds_amounts
  CHECK (amount > 0 AND sent_amount > 0 AND commission >= 0 AND debited_amount > 0);
ALTER TABLE refunds ADD CONSTRAINT refunds_owner
  CHECK (num_nonnulls(invoice_id, wallet_id, case_id) = 1 AND (kind = 'payment') = (invoice_id IS NOT NULL) AND (kind = 'wallet') = (wallet_id IS NOT NULL));
-- One at a time per payment; a case's deposit goes back once.
CREATE UNIQUE INDEX refunds_one_of_payment ON refunds (invoice_id) WHERE status IN ('process', 'check');
CREATE UNIQUE INDEX refunds_one_of_case ON refunds (case_id) WHERE status <> 'fail';

ALTER TABLE merchants ADD CONSTRAINT merchants_outflow_limits CHECK (daily_limit_usd > 0 AND approval_above_usd >= 0);
ALTER TABLE reviews ADD CONSTRAINT reviews_decided CHECK ((decision IS NULL) = (decided_at IS NULL));
-- An approval is a second person's; whoever ordered the outflow cannot give it.
ALTER TABLE reviews ADD CONSTRAINT reviews_second_person
  CHECK (reason <> 'approval' OR decision IS DISTINCT FROM 'approved' OR decided_by_id IS NULL OR decided_by_id <> ordered_by_id);
CREATE INDEX reviews_open ON reviews (merchant_id, opened_at) WHERE decision IS NULL;
CREATE TRIGGER reviews_kept BEFORE TRUNCATE OR DELETE ON reviews FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER outflows_kept BEFORE TRUNCATE OR DELETE ON outflows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER outflow_events_frozen BEFORE UPDATE OR DELETE ON outflow_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER screening_entries_frozen BEFORE UPDATE OR DELETE ON screening_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER screening_verdicts_frozen BEFORE UPDATE OR DELETE ON screening_verdicts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER internal_payments_frozen BEFORE UPDATE OR DELETE ON internal_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE internal_payments ADD CONSTRAINT internal_payments_amount CHECK (amount > 0);

ALTER TABLE sweeps ADD CONSTRAINT sweeps_amount CHECK (amount > 0);
-- One sweep of a coin from an address at a time.
CREATE UNIQUE INDEX sweeps_one_live ON sweeps (network_code, currency_code, address_id) WHERE status IN ('gas', 'process');
CREATE TRIGGER sweeps_kept BEFORE TRUNCATE OR DELETE ON sweeps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- What may be swept is looked for among booked deposits that no sweep has.
CREATE INDEX deposits_to_sweep ON deposits (network_code, currency_code, address_id) WHERE sweep_id IS NULL AND booked_inclusion IS NOT NULL;
CREATE INDEX deposits_swept ON deposits (sweep_id) WHERE sweep_id IS NOT NULL;
ALTER TABLE address_rests ADD CONSTRAINT address_rests_amount CHECK (amount >= 0);
ALTER TABLE sweep_policies ADD CONSTRAINT sweep_policies_range CHECK (amount_min >= 0 AND wait_seconds_max > 0 AND batch_max BETWEEN 1 AND 256);
ALTER TABLE cold_addresses ADD CONSTRAINT cold_addresses_keep CHECK (keep_amount >= 0);
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_amount CHECK (amount > 0);
CREATE TRIGGER withdrawals_kept BEFORE TRUNCATE OR DELETE ON withdrawals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
