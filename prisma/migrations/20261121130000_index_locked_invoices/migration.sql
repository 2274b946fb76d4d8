-- Why: invoices that screening held are looked at once nothing of them is held any more; both kinds of rows are few among all.
-- Locks invoices and cases against writing while the indexes are built: about a second for a million rows.
-- Undo: DROP INDEX invoices_locked; DROP INDEX cases_locked_of_invoice;
SET lock_timeout = '5s';

CREATE INDEX invoices_locked ON invoices (expires_at) WHERE status = 'locked';
CREATE INDEX cases_locked_of_invoice ON cases (invoice_id) WHERE kind = 'locked';
