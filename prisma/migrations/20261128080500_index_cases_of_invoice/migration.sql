-- The cases of an invoice are found by it, for each open payment page: without this they are all read.
-- Runs on full tables: one read of the table, during which no case can be opened or changed.
-- Undo: drop the index.
SET lock_timeout = '5s';

-- CreateIndex
CREATE INDEX "cases_invoice_id_idx" ON "cases"("invoice_id");
