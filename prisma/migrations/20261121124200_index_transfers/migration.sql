-- Why: the page of transfers lists a merchant's transfers, newest first. They are few among all entries, and a merchant's postings are many:
-- without this index every page would walk through all of a merchant's credits.
-- Locks journal_entries against writing while the index is built: about a second for a million entries.
-- Undo: DROP INDEX journal_entries_transfers;
SET lock_timeout = '5s';

CREATE INDEX journal_entries_transfers ON journal_entries (id) WHERE kind IN ('transfer.to-personal', 'transfer.to-business');
