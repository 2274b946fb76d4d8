-- Runs at once on full tables: a constant default is not written into rows. To undo: drop the column.

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "unproven_usd" DECIMAL(38,2) NOT NULL DEFAULT 0,
  ADD CONSTRAINT sessions_unproven_usd_check CHECK (unproven_usd >= 0);
