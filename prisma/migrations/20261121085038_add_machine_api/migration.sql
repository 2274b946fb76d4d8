-- Static wallets, top-ups, conversions, discounts, referrals, mail, and payouts as records.
-- Safe on full tables: new tables and nullable or defaulted columns; the unique index of order ids is replaced by a partial one.
-- Undo: drop the new tables, types and columns; create the plain unique index again.
SET lock_timeout = '5s';

-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('pending', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "payout_status" AS ENUM ('process', 'check', 'paid', 'fail', 'cancel', 'system_fail');

-- CreateEnum
CREATE TYPE "fee_priority" AS ENUM ('economy', 'recommended', 'high', 'highest');

-- CreateEnum
CREATE TYPE "static_wallet_status" AS ENUM ('active', 'blocked', 'in_active');

-- DropIndex
DROP INDEX "invoices_merchant_id_order_id_key";

-- AlterTable
ALTER TABLE "cases" ADD COLUMN     "wallet_id" UUID;

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "resend_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "wallet_id" UUID;

-- AlterTable
ALTER TABLE "quotes" ADD COLUMN     "convert_rate" DECIMAL(60,30),
ADD COLUMN     "convert_to_code" TEXT,
ADD COLUMN     "discount_percent" INTEGER;

-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "referred_at" TIMESTAMPTZ(3),
ADD COLUMN     "referrer_id" UUID;

-- CreateTable
CREATE TABLE "auto_converts" (
    "merchant_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "auto_converts_pkey" PRIMARY KEY ("merchant_id","currency_code")
);

-- CreateTable
CREATE TABLE "conversions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID NOT NULL,
    "cause" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "invoice_id" UUID,
    "from_code" TEXT NOT NULL,
    "from_amount" DECIMAL(60,18) NOT NULL,
    "to_code" TEXT NOT NULL,
    "to_amount" DECIMAL(60,18) NOT NULL,
    "fee" DECIMAL(60,18) NOT NULL,
    "rate" DECIMAL(60,30) NOT NULL,
    "rate_source" TEXT NOT NULL,
    "rate_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reversed_at" TIMESTAMPTZ(3),

    CONSTRAINT "conversions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_discounts" (
    "merchant_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "percent" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_discounts_pkey" PRIMARY KEY ("merchant_id","currency_code","network_code")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT,
    "state" "mail_state" NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_fee_quotes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "priority" "fee_priority" NOT NULL,
    "fixed" DECIMAL(38,18) NOT NULL,
    "percent" DECIMAL(7,4) NOT NULL,
    "estimate" DECIMAL(38,18),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payout_fee_quotes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payouts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID NOT NULL,
    "order_id" TEXT NOT NULL,
    "status" "payout_status" NOT NULL DEFAULT 'process',
    "amount_text" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "currency_code" TEXT NOT NULL,
    "payer_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "memo" TEXT,
    "is_subtract" BOOLEAN NOT NULL,
    "priority" "fee_priority" NOT NULL DEFAULT 'recommended',
    "course_source" TEXT,
    "url_callback" TEXT,
    "from_code" TEXT NOT NULL,
    "sent_amount" DECIMAL(60,18) NOT NULL,
    "commission" DECIMAL(60,18) NOT NULL,
    "debited_amount" DECIMAL(60,18) NOT NULL,
    "balance_after" DECIMAL(60,18) NOT NULL,
    "fee_quote_id" UUID,
    "transaction_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "final_at" TIMESTAMPTZ(3),

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "referral_codes" (
    "code" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "referral_codes_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "referral_credits" (
    "reference" TEXT NOT NULL,
    "referrer_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "commission" DECIMAL(60,18) NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reversed_at" TIMESTAMPTZ(3),

    CONSTRAINT "referral_credits_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "static_wallets" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID NOT NULL,
    "order_id" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "address_id" BIGINT NOT NULL,
    "address" TEXT NOT NULL,
    "url_callback" TEXT,
    "from_referral_code" TEXT,
    "status" "static_wallet_status" NOT NULL DEFAULT 'active',
    "creation_fee" DECIMAL(38,18) NOT NULL,
    "creation_fee_paid" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "is_force_refund" BOOLEAN NOT NULL DEFAULT false,
    "blocked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "static_wallets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wallet_holds" (
    "deposit_id" UUID NOT NULL,
    "inclusion" INTEGER NOT NULL,
    "wallet_id" UUID NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "held_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reversed_at" TIMESTAMPTZ(3),
    "refunded_at" TIMESTAMPTZ(3),

    CONSTRAINT "wallet_holds_pkey" PRIMARY KEY ("deposit_id","inclusion")
);

-- CreateTable
CREATE TABLE "wallet_fees" (
    "deposit_id" UUID NOT NULL,
    "inclusion" INTEGER NOT NULL,
    "wallet_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "fee_amount" DECIMAL(38,18) NOT NULL,
    "rate" DECIMAL(60,30) NOT NULL,
    "rate_source" TEXT NOT NULL,
    "rate_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reversed_at" TIMESTAMPTZ(3),

    CONSTRAINT "wallet_fees_pkey" PRIMARY KEY ("deposit_id","inclusion")
);

-- CreateIndex
CREATE INDEX "conversions_invoice_id_idx" ON "conversions"("invoice_id");

-- CreateIndex
CREATE INDEX "conversions_merchant_id_created_at_idx" ON "conversions"("merchant_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "conversions_cause_reference_key" ON "conversions"("cause", "reference");

-- CreateIndex
CREATE INDEX "mails_state_created_at_idx" ON "mails"("state", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "mails_kind_reference_key" ON "mails"("kind", "reference");

-- CreateIndex
CREATE INDEX "payout_fee_quotes_currency_code_network_code_priority_valid_idx" ON "payout_fee_quotes"("currency_code", "network_code", "priority", "valid_until");

-- CreateIndex
CREATE INDEX "payouts_merchant_id_created_at_id_idx" ON "payouts"("merchant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "payouts_merchant_id_order_id_key" ON "payouts"("merchant_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "referral_codes_user_id_key" ON "referral_codes"("user_id");

-- CreateIndex
CREATE INDEX "referral_credits_referrer_id_created_at_idx" ON "referral_credits"("referrer_id", "created_at");

-- CreateIndex
CREATE INDEX "referral_credits_merchant_id_idx" ON "referral_credits"("merchant_id");

-- CreateIndex
CREATE INDEX "static_wallets_merchant_id_created_at_id_idx" ON "static_wallets"("merchant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "static_wallets_merchant_id_order_id_key" ON "static_wallets"("merchant_id", "order_id");

-- CreateIndex
CREATE INDEX "wallet_holds_wallet_id_idx" ON "wallet_holds"("wallet_id");

-- CreateIndex
CREATE INDEX "wallet_fees_wallet_id_idx" ON "wallet_fees"("wallet_id");

-- CreateIndex
CREATE INDEX "invoices_merchant_id_order_id_idx" ON "invoices"("merchant_id", "order_id");

-- CreateIndex
CREATE INDEX "invoices_wallet_id_created_at_idx" ON "invoices"("wallet_id", "created_at");

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_wallet_id_fkey" FOREIGN KEY ("wallet_id") REFERENCES "static_wallets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wallet_holds" ADD CONSTRAINT "wallet_holds_wallet_id_fkey" FOREIGN KEY ("wallet_id") REFERENCES "static_wallets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wallet_fees" ADD CONSTRAINT "wallet_fees_wallet_id_fkey" FOREIGN KEY ("wallet_id") REFERENCES "static_wallets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Every top-up carries its wallet's order id; requests keep theirs to themselves.
CREATE UNIQUE INDEX invoices_order_id_once ON invoices (merchant_id, order_id) WHERE wallet_id IS NULL;
-- A deposit is credited, charged, held once at a time.
CREATE UNIQUE INDEX wallet_holds_one_standing ON wallet_holds (deposit_id) WHERE reversed_at IS NULL;
CREATE UNIQUE INDEX wallet_fees_one_standing ON wallet_fees (deposit_id) WHERE reversed_at IS NULL;
CREATE INDEX mails_waiting ON mails (created_at) WHERE state = 'pending';

ALTER TABLE invoices ADD CONSTRAINT invoices_resend_count_range CHECK (resend_count >= 0) NOT VALID;
ALTER TABLE invoices VALIDATE CONSTRAINT invoices_resend_count_range;
ALTER TABLE static_wallets
  ADD CONSTRAINT static_wallets_fee_range CHECK (creation_fee >= 0 AND creation_fee_paid >= 0 AND creation_fee_paid <= creation_fee),
  ADD CONSTRAINT static_wallets_blocked CHECK ((status = 'blocked') = (blocked_at IS NOT NULL));
ALTER TABLE wallet_holds ADD CONSTRAINT wallet_holds_amount CHECK (amount > 0);
ALTER TABLE wallet_fees ADD CONSTRAINT wallet_fees_amount CHECK (amount > 0 AND fee_amount > 0 AND rate > 0);
ALTER TABLE conversions
  ADD CONSTRAINT conversions_amounts CHECK (from_amount > 0 AND to_amount >= 0 AND fee >= 0 AND rate > 0),
  ADD CONSTRAINT conversions_two_coins CHECK (from_code <> to_code);
ALTER TABLE service_discounts ADD CONSTRAINT service_discounts_range CHECK (percent BETWEEN -99 AND 100 AND percent <> 0);
ALTER TABLE referral_credits ADD CONSTRAINT referral_credits_amounts CHECK (amount > 0 AND amount <= commission);
ALTER TABLE merchants ADD CONSTRAINT merchants_referred CHECK ((referrer_id IS NULL) = (referred_at IS NULL));
ALTER TABLE payouts ADD CONSTRAINT payouts_amounts
  CHECK (amount > 0 AND sent_amount > 0 AND commission >= 0 AND debited_amount > 0 AND balance_after >= 0);

-- Records of money are kept.
CREATE TRIGGER static_wallets_kept BEFORE TRUNCATE OR DELETE ON static_wallets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_holds_kept BEFORE TRUNCATE OR DELETE ON wallet_holds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_fees_kept BEFORE TRUNCATE OR DELETE ON wallet_fees FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER conversions_kept BEFORE TRUNCATE OR DELETE ON conversions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER referral_credits_kept BEFORE TRUNCATE OR DELETE ON referral_credits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payouts_kept BEFORE TRUNCATE OR DELETE ON payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who brought a merchant is decided once.
CREATE FUNCTION guard_referrer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.referrer_id IS NOT NULL AND NEW.referrer_id IS DISTINCT FROM OLD.referrer_id THEN
    RAISE EXCEPTION 'the referrer of merchant % stays', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER merchants_referrer BEFORE UPDATE ON merchants FOR EACH ROW EXECUTE FUNCTION guard_referrer();
