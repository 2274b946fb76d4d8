-- Creates every table of the first release, as Prisma's own engine derives them from prisma/schema.
-- Runs on an empty database; takes no lock that anybody waits for. Undo: drop the schema.

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "case_kind" AS ENUM ('late', 'extra', 'wrong_token', 'wrong_network', 'unmatched');

-- CreateEnum
CREATE TYPE "case_status" AS ENUM ('open', 'credited', 'refunded', 'void');

-- CreateEnum
CREATE TYPE "currency_kind" AS ENUM ('crypto', 'fiat');

-- CreateEnum
CREATE TYPE "deposit_status" AS ENUM ('seen', 'confirmed', 'vanished');

-- CreateEnum
CREATE TYPE "invoice_status" AS ENUM ('check', 'process', 'paid', 'paid_over', 'wrong_amount', 'cancel', 'fail', 'system_fail', 'refund_process', 'refund_fail', 'refund_paid', 'locked');

-- CreateEnum
CREATE TYPE "paid_how" AS ENUM ('exact', 'over', 'under', 'late', 'by_hand');

-- CreateEnum
CREATE TYPE "account_class" AS ENUM ('custody', 'liability', 'treasury', 'equity');

-- CreateEnum
CREATE TYPE "late_policy" AS ENUM ('hold', 'accept');

-- CreateEnum
CREATE TYPE "member_role" AS ENUM ('owner', 'manager', 'developer', 'viewer');

-- CreateEnum
CREATE TYPE "api_key_kind" AS ENUM ('payment', 'payout');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('pending', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "password_changed_at" TIMESTAMPTZ(3),
    "is_operator" BOOLEAN NOT NULL DEFAULT false,
    "is_blocked" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "ip" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempt_counters" (
    "key" TEXT NOT NULL,
    "window_at" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "attempt_counters_pkey" PRIMARY KEY ("key","window_at")
);

-- CreateTable
CREATE TABLE "setup_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "code_hash" BYTEA,
    "closed_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setup_state_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "merchant_id" UUID,
    "action" TEXT NOT NULL,
    "target" TEXT,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cases" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID,
    "kind" "case_kind" NOT NULL,
    "status" "case_status" NOT NULL DEFAULT 'open',
    "deposit_id" UUID NOT NULL,
    "invoice_id" UUID,
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by_id" UUID,
    "resolution" TEXT,

    CONSTRAINT "cases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "networks" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "chain_id" BIGINT,
    "native_currency" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "is_sandbox" BOOLEAN NOT NULL DEFAULT false,
    "confirmations" INTEGER NOT NULL,
    "block_seconds" INTEGER NOT NULL,
    "lag_limit_seconds" INTEGER NOT NULL,
    "explorer_transaction" TEXT,
    "explorer_address" TEXT,
    "sort_order" INTEGER NOT NULL DEFAULT 100,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "networks_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "currencies" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "currency_kind" NOT NULL,
    "is_stable" BOOLEAN NOT NULL DEFAULT false,
    "decimals" INTEGER NOT NULL,
    "sort_order" INTEGER NOT NULL DEFAULT 100,

    CONSTRAINT "currencies_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "services" (
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "contract" TEXT,
    "decimals" INTEGER NOT NULL,
    "is_reviewed" BOOLEAN NOT NULL DEFAULT true,
    "is_payment_enabled" BOOLEAN NOT NULL DEFAULT true,
    "is_payout_enabled" BOOLEAN NOT NULL DEFAULT true,
    "payment_min" DECIMAL(38,18) NOT NULL,
    "payment_max" DECIMAL(38,18) NOT NULL,
    "payment_fee_percent" DECIMAL(7,4) NOT NULL DEFAULT 1,
    "payment_fee_fixed" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "payout_min" DECIMAL(38,18) NOT NULL,
    "payout_max" DECIMAL(38,18) NOT NULL,
    "payout_fee_percent" DECIMAL(7,4) NOT NULL DEFAULT 0,
    "payout_fee_fixed" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "mismatch" TEXT,
    "verified_at" TIMESTAMPTZ(3),
    "sort_order" INTEGER NOT NULL DEFAULT 100,

    CONSTRAINT "services_pkey" PRIMARY KEY ("currency_code","network_code")
);

-- CreateTable
CREATE TABLE "custody_seed" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "ciphertext" BYTEA NOT NULL,
    "nonce" BYTEA NOT NULL,
    "tag" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "exported_at" TIMESTAMPTZ(3),
    "backup_confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "custody_seed_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "addresses" (
    "id" BIGSERIAL NOT NULL,
    "family" TEXT NOT NULL,
    "derivation_index" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "address_key" TEXT NOT NULL,
    "owner_kind" TEXT,
    "owner_id" UUID,
    "taken_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "addresses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chain_cursors" (
    "network_code" TEXT NOT NULL,
    "genesis_hash" TEXT NOT NULL,
    "height" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "head_height" BIGINT NOT NULL,
    "head_time" TIMESTAMPTZ(3) NOT NULL,
    "caught_up_at" TIMESTAMPTZ(3),
    "last_answer_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "stopped_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_cursors_pkey" PRIMARY KEY ("network_code")
);

-- CreateTable
CREATE TABLE "chain_blocks" (
    "network_code" TEXT NOT NULL,
    "height" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "parent_hash" TEXT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chain_blocks_pkey" PRIMARY KEY ("network_code","height")
);

-- CreateTable
CREATE TABLE "deposits" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "network_code" TEXT NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "from_address" TEXT,
    "to_address" TEXT NOT NULL,
    "address_id" BIGINT NOT NULL,
    "owner_kind" TEXT,
    "owner_id" UUID,
    "status" "deposit_status" NOT NULL DEFAULT 'seen',
    "inclusion" INTEGER NOT NULL DEFAULT 1,
    "booked_inclusion" INTEGER,
    "block_height" BIGINT,
    "block_hash" TEXT,
    "block_time" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "vanished_at" TIMESTAMPTZ(3),
    "reversal_approved_at" TIMESTAMPTZ(3),

    CONSTRAINT "deposits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "unknown_tokens" (
    "network_code" TEXT NOT NULL,
    "contract" TEXT NOT NULL,
    "count" BIGINT NOT NULL DEFAULT 0,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unknown_tokens_pkey" PRIMARY KEY ("network_code","contract")
);

-- CreateTable
CREATE TABLE "invoices" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID NOT NULL,
    "order_id" TEXT NOT NULL,
    "status" "invoice_status" NOT NULL DEFAULT 'check',
    "paid_how" "paid_how",
    "amount" DECIMAL(60,18) NOT NULL,
    "currency_code" TEXT NOT NULL,
    "to_currency_code" TEXT,
    "network_code" TEXT,
    "url_return" TEXT,
    "url_success" TEXT,
    "url_callback" TEXT,
    "is_payment_multiple" BOOLEAN NOT NULL DEFAULT true,
    "lifetime_seconds" INTEGER NOT NULL,
    "subtract_percent" INTEGER NOT NULL DEFAULT 0,
    "accuracy_percent" DECIMAL(5,2) NOT NULL DEFAULT 0,
    "additional_data" TEXT,
    "currencies" JSONB,
    "except_currencies" JSONB,
    "course_source" TEXT,
    "from_referral_code" TEXT,
    "discount_percent" INTEGER,
    "payer_email" TEXT,
    "current_quote_id" UUID,
    "paid_amount" DECIMAL(60,18) NOT NULL DEFAULT 0,
    "paid_amount_usd" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "credited_amount" DECIMAL(60,18),
    "commission_amount" DECIMAL(60,18),
    "transaction_id" TEXT,
    "from_address" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "final_at" TIMESTAMPTZ(3),
    "reversed_at" TIMESTAMPTZ(3),

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quotes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "invoice_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "address_id" BIGINT NOT NULL,
    "address" TEXT NOT NULL,
    "payer_amount" DECIMAL(60,18) NOT NULL,
    "base_amount" DECIMAL(60,18) NOT NULL,
    "discount" DECIMAL(60,18) NOT NULL DEFAULT 0,
    "rate" DECIMAL(60,30) NOT NULL,
    "rate_source" TEXT NOT NULL,
    "rate_at" TIMESTAMPTZ(3) NOT NULL,
    "usd_rate" DECIMAL(38,18) NOT NULL,
    "commission_rate" DECIMAL(9,6) NOT NULL,
    "commission_fixed" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quotes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoice_events" (
    "id" BIGSERIAL NOT NULL,
    "invoice_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kind" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "invoice_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoice_credits" (
    "deposit_id" UUID NOT NULL,
    "inclusion" INTEGER NOT NULL,
    "invoice_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "commission" DECIMAL(60,18) NOT NULL,
    "credited_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reversed_at" TIMESTAMPTZ(3),

    CONSTRAINT "invoice_credits_pkey" PRIMARY KEY ("deposit_id","inclusion")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" BIGSERIAL NOT NULL,
    "class" "account_class" NOT NULL,
    "kind" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL DEFAULT '',
    "currency_code" TEXT NOT NULL,
    "shard_count" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_balances" (
    "account_id" BIGINT NOT NULL,
    "shard" INTEGER NOT NULL DEFAULT 0,
    "balance" DECIMAL(60,18) NOT NULL DEFAULT 0,

    CONSTRAINT "account_balances_pkey" PRIMARY KEY ("account_id","shard")
);

-- CreateTable
CREATE TABLE "journal_entries" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "group_id" TEXT NOT NULL,
    "memo" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "journal_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "postings" (
    "id" BIGSERIAL NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "account_id" BIGINT NOT NULL,
    "shard" INTEGER NOT NULL DEFAULT 0,
    "currency_code" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,

    CONSTRAINT "postings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "merchants" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "support_contact" TEXT,
    "payment_commission" DECIMAL(9,6),
    "late_policy" "late_policy" NOT NULL DEFAULT 'hold',
    "late_drift_percent" INTEGER NOT NULL DEFAULT 2,
    "payer_may_refresh" BOOLEAN NOT NULL DEFAULT false,
    "sign_payouts_with_payout_key" BOOLEAN NOT NULL DEFAULT false,
    "accepted_coins" JSONB,
    "payments_blocked_at" TIMESTAMPTZ(3),
    "payouts_blocked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "merchants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "merchant_members" (
    "merchant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "member_role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "merchant_members_pkey" PRIMARY KEY ("merchant_id","user_id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID NOT NULL,
    "kind" "api_key_kind" NOT NULL,
    "secret" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "claimed_order_ids" (
    "merchant_id" UUID NOT NULL,
    "order_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,

    CONSTRAINT "claimed_order_ids_pkey" PRIMARY KEY ("merchant_id","order_id")
);

-- CreateTable
CREATE TABLE "rates" (
    "source" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "usd_price" DECIMAL(38,18) NOT NULL,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,
    "held_price" DECIMAL(38,18),
    "held_since" TIMESTAMPTZ(3),

    CONSTRAINT "rates_pkey" PRIMARY KEY ("source","currency_code")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "sequence" BIGSERIAL NOT NULL,
    "merchant_id" UUID NOT NULL,
    "object_kind" TEXT NOT NULL,
    "object_id" UUID NOT NULL,
    "event_status" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "key_kind" "api_key_kind" NOT NULL DEFAULT 'payment',
    "state" "delivery_state" NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "http_status" INTEGER,
    "error" TEXT,
    "response_excerpt" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "worker_heartbeats" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alarms" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cleared_at" TIMESTAMPTZ(3),

    CONSTRAINT "alarms_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_created_at_idx" ON "sessions"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "attempt_counters_window_at_idx" ON "attempt_counters"("window_at");

-- CreateIndex
CREATE INDEX "audit_events_merchant_id_id_idx" ON "audit_events"("merchant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "cases_deposit_id_key" ON "cases"("deposit_id");

-- CreateIndex
CREATE INDEX "cases_merchant_id_status_opened_at_idx" ON "cases"("merchant_id", "status", "opened_at");

-- CreateIndex
CREATE INDEX "cases_status_opened_at_idx" ON "cases"("status", "opened_at");

-- CreateIndex
CREATE UNIQUE INDEX "services_network_code_contract_key" ON "services"("network_code", "contract");

-- CreateIndex
CREATE INDEX "addresses_owner_kind_owner_id_idx" ON "addresses"("owner_kind", "owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "addresses_family_derivation_index_key" ON "addresses"("family", "derivation_index");

-- CreateIndex
CREATE UNIQUE INDEX "addresses_family_address_key_key" ON "addresses"("family", "address_key");

-- CreateIndex
CREATE INDEX "deposits_owner_kind_owner_id_idx" ON "deposits"("owner_kind", "owner_id");

-- CreateIndex
CREATE INDEX "deposits_address_id_idx" ON "deposits"("address_id");

-- CreateIndex
CREATE UNIQUE INDEX "deposits_network_code_transaction_id_position_key" ON "deposits"("network_code", "transaction_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_current_quote_id_key" ON "invoices"("current_quote_id");

-- CreateIndex
CREATE INDEX "invoices_merchant_id_created_at_id_idx" ON "invoices"("merchant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_merchant_id_order_id_key" ON "invoices"("merchant_id", "order_id");

-- CreateIndex
CREATE INDEX "quotes_network_code_idx" ON "quotes"("network_code");

-- CreateIndex
CREATE UNIQUE INDEX "quotes_invoice_id_number_key" ON "quotes"("invoice_id", "number");

-- CreateIndex
CREATE INDEX "invoice_events_invoice_id_id_idx" ON "invoice_events"("invoice_id", "id");

-- CreateIndex
CREATE INDEX "invoice_credits_invoice_id_idx" ON "invoice_credits"("invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_kind_owner_id_currency_code_key" ON "accounts"("kind", "owner_id", "currency_code");

-- CreateIndex
CREATE INDEX "journal_entries_group_id_idx" ON "journal_entries"("group_id");

-- CreateIndex
CREATE UNIQUE INDEX "journal_entries_kind_reference_key" ON "journal_entries"("kind", "reference");

-- CreateIndex
CREATE INDEX "postings_entry_id_idx" ON "postings"("entry_id");

-- CreateIndex
CREATE INDEX "postings_account_id_id_idx" ON "postings"("account_id", "id");

-- CreateIndex
CREATE INDEX "merchant_members_user_id_idx" ON "merchant_members"("user_id");

-- CreateIndex
CREATE INDEX "api_keys_merchant_id_kind_idx" ON "api_keys"("merchant_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_sequence_key" ON "webhook_deliveries"("sequence");

-- CreateIndex
CREATE INDEX "webhook_deliveries_object_kind_object_id_sequence_idx" ON "webhook_deliveries"("object_kind", "object_id", "sequence");

-- CreateIndex
CREATE INDEX "webhook_deliveries_merchant_id_sequence_idx" ON "webhook_deliveries"("merchant_id", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_attempts_delivery_id_number_key" ON "webhook_attempts"("delivery_id", "number");

-- CreateIndex
CREATE INDEX "alarms_cleared_at_raised_at_idx" ON "alarms"("cleared_at", "raised_at");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "services" ADD CONSTRAINT "services_network_code_fkey" FOREIGN KEY ("network_code") REFERENCES "networks"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "services" ADD CONSTRAINT "services_currency_code_fkey" FOREIGN KEY ("currency_code") REFERENCES "currencies"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_current_quote_id_fkey" FOREIGN KEY ("current_quote_id") REFERENCES "quotes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_events" ADD CONSTRAINT "invoice_events_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_balances" ADD CONSTRAINT "account_balances_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "postings" ADD CONSTRAINT "postings_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "journal_entries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "postings" ADD CONSTRAINT "postings_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merchant_members" ADD CONSTRAINT "merchant_members_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merchant_members" ADD CONSTRAINT "merchant_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;
