-- Why: chats that are notified (Telegram, Slack, Discord, other webhooks), and their messages.
-- Runs on full tables: two new tables; the foreign key to merchants is checked for no row.
-- Undo: drop the two tables, then the two types.
SET lock_timeout = '5s';

-- CreateEnum
CREATE TYPE "chat_service" AS ENUM ('telegram', 'slack', 'discord', 'webhook');

-- CreateEnum
CREATE TYPE "chat_message_state" AS ENUM ('pending', 'sent', 'failed');

-- CreateTable
CREATE TABLE "chats" (
    "id" UUID NOT NULL,
    "merchant_id" UUID,
    "service" "chat_service" NOT NULL,
    "name" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "kinds" "notification_kind"[],
    "disabled_at" TIMESTAMPTZ(3),
    "is_stopped" BOOLEAN NOT NULL DEFAULT false,
    "failure_count" INTEGER NOT NULL DEFAULT 0,
    "refusal_count" INTEGER NOT NULL DEFAULT 0,
    "wait_until" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "called_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chats_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat_messages" (
    "id" BIGSERIAL NOT NULL,
    "chat_id" UUID NOT NULL,
    "kind" "notification_kind",
    "reference" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "state" "chat_message_state" NOT NULL DEFAULT 'pending',
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "chat_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "chats_merchant_id_created_at_idx" ON "chats"("merchant_id", "created_at");

-- CreateIndex
CREATE INDEX "chat_messages_created_at_idx" ON "chat_messages"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "chat_messages_chat_id_kind_reference_key" ON "chat_messages"("chat_id", "kind", "reference");

-- AddForeignKey
-- survives: merchants are never deleted and their ids never change; the lock lasts no longer than adding an empty table's key
ALTER TABLE "chats" ADD CONSTRAINT "chats_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_chat_id_fkey" FOREIGN KEY ("chat_id") REFERENCES "chats"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say
CREATE INDEX chat_messages_waiting ON chat_messages (chat_id, id) WHERE state = 'pending';

ALTER TABLE chats
  ADD CONSTRAINT chats_stopped CHECK (NOT is_stopped OR disabled_at IS NOT NULL),
  ADD CONSTRAINT chats_counts CHECK (failure_count >= 0 AND refusal_count >= 0);
ALTER TABLE chat_messages
  ADD CONSTRAINT chat_messages_sent CHECK ((state = 'sent') = (sent_at IS NOT NULL));
