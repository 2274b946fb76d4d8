-- Whoever asks for an outflow is its requester, a batch is submitted, and its value is named like that of an outflow. Runs on full tables: names
-- are catalog entries, and no row is written.
-- Undo: the same statements with old and new exchanged.
SET lock_timeout = '5s';

ALTER TABLE reviews RENAME COLUMN ordered_by_id TO requested_by_id;

ALTER TYPE payout_batch_status RENAME VALUE 'ordered' TO 'submitted';
ALTER TABLE payout_batches RENAME COLUMN ordered_at TO submitted_at;
ALTER TABLE payout_batches RENAME COLUMN worth_usd TO value_usd;
