-- Runs at once on full tables: constant defaults are not written into rows. Merchants that exist get the ceiling as well.
-- To undo: drop both columns.

-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "refund_ceiling_usd" DECIMAL(38,2) DEFAULT 1000,
  ADD CONSTRAINT merchants_refund_ceiling_check CHECK (refund_ceiling_usd IS NULL OR refund_ceiling_usd >= 0);

-- AlterTable
ALTER TABLE "outflows" ADD COLUMN     "is_elsewhere" BOOLEAN NOT NULL DEFAULT false;
