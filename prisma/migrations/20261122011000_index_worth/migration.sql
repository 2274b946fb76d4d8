-- Why: the list of invoices can be sorted by what was paid, largest or smallest first. The status stands before the worth, so that one index
-- serves the list of one status and, read once for each of them, that of all.
-- Locks invoices against writing while it is built: some seconds for a million rows.
-- Undo: DROP INDEX invoices_by_worth;
SET lock_timeout = '5s';

CREATE INDEX invoices_by_worth ON invoices (merchant_id, status, paid_amount_usd, id);
