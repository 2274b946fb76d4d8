-- Why: before a worker signs it adds up what has left a network within the last hour. Locks signed transactions against writing while it is built: some
-- seconds for a million rows.
-- Undo: DROP INDEX signed_transactions_network_code_signed_at_idx;
SET lock_timeout = '5s';

-- CreateIndex
CREATE INDEX "signed_transactions_network_code_signed_at_idx" ON "signed_transactions"("network_code", "signed_at");
