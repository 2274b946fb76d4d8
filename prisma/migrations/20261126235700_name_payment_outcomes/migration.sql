-- How an invoice was paid is its payment outcome, and one that a person marked as paid was paid manually. Runs on full tables: names are catalog
-- entries, and no row is written.
-- Undo: the same statements with old and new exchanged.
SET lock_timeout = '5s';

ALTER TYPE paid_how RENAME TO payment_outcome;
ALTER TYPE payment_outcome RENAME VALUE 'by_hand' TO 'manual';
ALTER TABLE invoices RENAME COLUMN paid_how TO payment_outcome;
