-- Why: the operator's home counts the invoices that were paid within a month, of all merchants.
-- Runs on full tables: one read of the table; nothing waits meanwhile.
-- Undo: drop the index.
CREATE INDEX CONCURRENTLY IF NOT EXISTS invoice_milestones_paid ON invoice_milestones (paid_at) WHERE paid_at IS NOT NULL;
