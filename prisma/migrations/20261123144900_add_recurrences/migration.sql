-- Why: plans of recurring payments, and the invoices of their periods.
-- Runs on full tables: the new column is added without rewriting, and two indexes on invoices are built, which locks the table against writing
-- for some seconds for a million rows.
-- Undo: drop the tables and types made here, restore guard_invoice() of 20261121060100_guard_money and invoices_order_id_once of
-- 20261121085038_add_machine_api, and drop invoices.recurrence_id.
SET lock_timeout = '5s';

-- CreateEnum
CREATE TYPE "recurrence_interval" AS ENUM ('weekly', 'monthly', 'three_month');

-- CreateEnum
CREATE TYPE "recurrence_status" AS ENUM ('wait_accept', 'active', 'cancel_by_merchant', 'cancel_by_user');

-- CreateEnum
CREATE TYPE "recurrence_end" AS ENUM ('merchant', 'payer', 'missed');

-- CreateEnum
CREATE TYPE "recurrence_period_state" AS ENUM ('due', 'paid', 'missed', 'failed', 'cancelled');

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "recurrence_id" UUID;

-- CreateTable
CREATE TABLE "recurrences" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID NOT NULL,
    "order_id" TEXT,
    "name" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "currency_code" TEXT NOT NULL,
    "to_currency_code" TEXT,
    "interval" "recurrence_interval" NOT NULL,
    "url_callback" TEXT,
    "additional_data" TEXT,
    "discount_days" INTEGER,
    "discount_amount" DECIMAL(60,18),
    "payer_amount" DECIMAL(60,18),
    "payer_amount_usd" DECIMAL(38,18) NOT NULL,
    "status" "recurrence_status" NOT NULL DEFAULT 'wait_accept',
    "payer_email" TEXT,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "payer_link_hash" BYTEA,
    "payer_link_sealed" BYTEA,
    "accepted_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" "recurrence_end",
    "last_paid_at" TIMESTAMPTZ(3),
    "next_period_at" TIMESTAMPTZ(3),
    "wake_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recurrences_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recurrence_periods" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "recurrence_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" "recurrence_period_state" NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "grace_ends_at" TIMESTAMPTZ(3) NOT NULL,
    "invoice_id" UUID,
    "failure" TEXT,
    "retry_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recurrence_periods_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recurrence_link_requests" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "recurrence_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "token_hash" BYTEA,
    "accept_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recurrence_link_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "recurrences_payer_link_hash_key" ON "recurrences"("payer_link_hash");

-- CreateIndex
CREATE INDEX "recurrences_merchant_id_created_at_id_idx" ON "recurrences"("merchant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "recurrences_merchant_id_order_id_key" ON "recurrences"("merchant_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "recurrence_periods_invoice_id_key" ON "recurrence_periods"("invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "recurrence_periods_recurrence_id_number_key" ON "recurrence_periods"("recurrence_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "recurrence_link_requests_token_hash_key" ON "recurrence_link_requests"("token_hash");

-- CreateIndex
CREATE INDEX "recurrence_link_requests_recurrence_id_created_at_idx" ON "recurrence_link_requests"("recurrence_id", "created_at");

-- CreateIndex
CREATE INDEX "recurrence_link_requests_email_created_at_idx" ON "recurrence_link_requests"("email", "created_at");

-- CreateIndex
CREATE INDEX "recurrence_link_requests_created_at_idx" ON "recurrence_link_requests"("created_at");

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_recurrence_id_fkey" FOREIGN KEY ("recurrence_id") REFERENCES "recurrences"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recurrence_periods" ADD CONSTRAINT "recurrence_periods_recurrence_id_fkey" FOREIGN KEY ("recurrence_id") REFERENCES "recurrences"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recurrence_periods" ADD CONSTRAINT "recurrence_periods_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recurrence_link_requests" ADD CONSTRAINT "recurrence_link_requests_recurrence_id_fkey" FOREIGN KEY ("recurrence_id") REFERENCES "recurrences"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say
-- Every payment of a plan carries the plan's order id, as every top-up carries its wallet's.
DROP INDEX invoices_order_id_once;
CREATE UNIQUE INDEX invoices_order_id_once ON invoices (merchant_id, order_id) WHERE wallet_id IS NULL AND recurrence_id IS NULL;
CREATE INDEX invoices_of_recurrence ON invoices (recurrence_id, created_at DESC, id DESC) WHERE recurrence_id IS NOT NULL;

-- Plans that a worker has to look at, the one that has waited longest first.
CREATE INDEX recurrences_to_wake ON recurrences (wake_at) WHERE wake_at IS NOT NULL;
-- What the list of plans is searched by.
CREATE INDEX recurrences_order_begins ON recurrences (merchant_id, lower(order_id) text_pattern_ops);
CREATE INDEX recurrences_name_begins ON recurrences (merchant_id, lower(name) text_pattern_ops);
CREATE INDEX recurrences_payer_begins ON recurrences (merchant_id, lower(payer_email) text_pattern_ops);

ALTER TABLE recurrences
  ADD CONSTRAINT recurrences_amounts CHECK (amount > 0 AND (discount_amount IS NULL OR (discount_amount > 0 AND discount_amount < amount))),
  ADD CONSTRAINT recurrences_discount CHECK ((discount_days IS NULL) = (discount_amount IS NULL)),
  ADD CONSTRAINT recurrences_accepted CHECK (
    (accepted_at IS NULL) = (payer_email IS NULL) AND (accepted_at IS NULL) = (payer_link_hash IS NULL)
    AND (accepted_at IS NULL) = (payer_link_sealed IS NULL) AND (status <> 'active' OR accepted_at IS NOT NULL)
    AND (status <> 'wait_accept' OR accepted_at IS NULL)),
  ADD CONSTRAINT recurrences_ended CHECK (
    (ended_at IS NULL) = (status IN ('wait_accept', 'active')) AND (ended_at IS NULL) = (ended_by IS NULL)
    AND (ended_by IS NULL OR (ended_by = 'merchant') = (status = 'cancel_by_merchant')));
ALTER TABLE recurrence_periods
  ADD CONSTRAINT recurrence_periods_amounts CHECK (amount > 0 AND number > 0),
  ADD CONSTRAINT recurrence_periods_states CHECK (
    (invoice_id IS NOT NULL OR state IN ('failed', 'cancelled')) AND (invoice_id IS NULL OR state <> 'failed')
    AND (state = 'paid') = (paid_at IS NOT NULL));

-- What a payer has accepted does not change, and an end is an end.
CREATE FUNCTION guard_recurrence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'plans of recurring payments are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.merchant_id, NEW.order_id, NEW.name, NEW.amount, NEW.currency_code, NEW.to_currency_code, NEW.interval, NEW.url_callback,
      NEW.additional_data, NEW.discount_days, NEW.discount_amount, NEW.payer_amount, NEW.payer_amount_usd)
    IS DISTINCT FROM (OLD.merchant_id, OLD.order_id, OLD.name, OLD.amount, OLD.currency_code, OLD.to_currency_code, OLD.interval,
      OLD.url_callback, OLD.additional_data, OLD.discount_days, OLD.discount_amount, OLD.payer_amount, OLD.payer_amount_usd) THEN
    RAISE EXCEPTION 'plan %: its terms do not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF OLD.accepted_at IS NOT NULL AND (NEW.accepted_at, NEW.payer_email, NEW.payer_link_hash)
    IS DISTINCT FROM (OLD.accepted_at, OLD.payer_email, OLD.payer_link_hash) THEN
    RAISE EXCEPTION 'plan %: who accepted it does not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.ended_at IS NOT NULL OR NEW.status = 'wait_accept') THEN
    RAISE EXCEPTION 'plan %: it cannot move from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER recurrences_guard BEFORE UPDATE OR DELETE ON recurrences FOR EACH ROW EXECUTE FUNCTION guard_recurrence();
CREATE TRIGGER recurrences_kept BEFORE TRUNCATE ON recurrences FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION guard_recurrence_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'periods are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.recurrence_id, NEW.number, NEW.amount, NEW.starts_at) IS DISTINCT FROM (OLD.recurrence_id, OLD.number, OLD.amount, OLD.starts_at)
    OR (OLD.invoice_id IS NOT NULL AND NEW.invoice_id IS DISTINCT FROM OLD.invoice_id) THEN
    RAISE EXCEPTION 'period %: what it costs and its invoice do not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER recurrence_periods_guard BEFORE UPDATE OR DELETE ON recurrence_periods FOR EACH ROW EXECUTE FUNCTION guard_recurrence_period();
CREATE TRIGGER recurrence_periods_kept BEFORE TRUNCATE ON recurrence_periods FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- As before, and whose period it is.
CREATE OR REPLACE FUNCTION guard_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'invoices are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.merchant_id, NEW.order_id, NEW.amount, NEW.currency_code, NEW.recurrence_id)
    IS DISTINCT FROM (OLD.merchant_id, OLD.order_id, OLD.amount, OLD.currency_code, OLD.recurrence_id) THEN
    RAISE EXCEPTION 'invoice %: what was asked for does not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
