-- AlterTable
ALTER TABLE "outgoing_transactions" DROP COLUMN "watched_until";

-- CreateIndex
CREATE INDEX "outgoing_transactions_network_code_block_height_idx" ON "outgoing_transactions"("network_code", "block_height");
