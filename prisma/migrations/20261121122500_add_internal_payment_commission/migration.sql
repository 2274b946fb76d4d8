-- Why: what a payment out of a personal wallet brought its merchant is recomputed when an earlier part of the same invoice is reversed,
-- and for that the part that the gateway kept must stand beside the amount.
-- Locks internal_payments for a moment; the table is empty, because nothing has written to it yet.
-- Undo: ALTER TABLE internal_payments DROP COLUMN commission;
SET lock_timeout = '5s';

-- AlterTable
ALTER TABLE "internal_payments" ADD COLUMN     "commission" DECIMAL(60,18) NOT NULL;
ALTER TABLE internal_payments ADD CONSTRAINT internal_payments_commission CHECK (commission >= 0 AND commission <= amount);
