-- CreateEnum
CREATE TYPE "account_link_kind" AS ENUM ('verify_email', 'reset_password');

-- CreateEnum
CREATE TYPE "sign_in_step_kind" AS ENUM ('second_factor', 'add_passkey', 'use_passkey');

-- CreateEnum
CREATE TYPE "notification_kind" AS ENUM ('invoice_paid', 'payout_paid', 'payout_failed', 'webhook_failing', 'case_opened', 'refund_requested', 'gas_low', 'node_lagging');

-- CreateEnum
CREATE TYPE "payout_batch_status" AS ENUM ('checked', 'ordered', 'done', 'cancelled');

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_verified_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_enabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_last_step" BIGINT,
ADD COLUMN     "totp_secret" BYTEA;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "second_factor_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "after" JSONB,
ADD COLUMN     "before" JSONB;

-- CreateTable
CREATE TABLE "account_links" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "kind" "account_link_kind" NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID,
    "email" TEXT NOT NULL,
    "role" "member_role",
    "token_hash" BYTEA NOT NULL,
    "invited_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by_id" UUID,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkeys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "is_backed_up" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_steps" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" "sign_in_step_kind" NOT NULL,
    "user_id" UUID,
    "challenge" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_steps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoice_milestones" (
    "invoice_id" UUID NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "chosen_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "invoice_milestones_pkey" PRIMARY KEY ("invoice_id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" BIGSERIAL NOT NULL,
    "user_id" UUID NOT NULL,
    "merchant_id" UUID,
    "kind" "notification_kind" NOT NULL,
    "reference" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_choices" (
    "user_id" UUID NOT NULL,
    "kind" "notification_kind" NOT NULL,
    "in_app" BOOLEAN NOT NULL,
    "by_mail" BOOLEAN NOT NULL,

    CONSTRAINT "notification_choices_pkey" PRIMARY KEY ("user_id","kind")
);

-- CreateTable
CREATE TABLE "payout_batches" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID NOT NULL,
    "created_by_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "file_hash" BYTEA NOT NULL,
    "status" "payout_batch_status" NOT NULL DEFAULT 'checked',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ordered_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_batch_rows" (
    "batch_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "input" JSONB NOT NULL,
    "payout_id" UUID,
    "refusal" TEXT,

    CONSTRAINT "payout_batch_rows_pkey" PRIMARY KEY ("batch_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_links_token_hash_key" ON "account_links"("token_hash");

-- CreateIndex
CREATE INDEX "account_links_user_id_kind_idx" ON "account_links"("user_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_merchant_id_created_at_idx" ON "invitations"("merchant_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes"("user_id", "code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_steps_expires_at_idx" ON "sign_in_steps"("expires_at");

-- CreateIndex
CREATE INDEX "notifications_user_id_id_idx" ON "notifications"("user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "notifications_user_id_kind_reference_key" ON "notifications"("user_id", "kind", "reference");

-- CreateIndex
CREATE INDEX "payout_batches_merchant_id_created_at_idx" ON "payout_batches"("merchant_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "payout_batch_rows_payout_id_key" ON "payout_batch_rows"("payout_id");

-- CreateIndex
CREATE INDEX "audit_events_actor_id_id_idx" ON "audit_events"("actor_id", "id");

-- AddForeignKey
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_steps" ADD CONSTRAINT "sign_in_steps_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_batch_rows" ADD CONSTRAINT "payout_batch_rows_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "payout_batches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
