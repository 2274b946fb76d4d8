-- A merchant's default webhook URL.
-- Runs on full tables: adds an empty column.
-- Undo: drop the column.
SET lock_timeout = '5s';

-- AlterTable
ALTER TABLE "merchants" ADD COLUMN "webhook_url" TEXT;
