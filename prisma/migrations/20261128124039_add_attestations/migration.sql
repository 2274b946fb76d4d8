-- Deposits of networks with several nodes are booked only after a second node has confirmed them (decision 0075).
-- Runs on full tables: adds a column without a value, at once. Deposits that the version before records need no second
-- node, as before.
-- Undo: drop the column.
SET lock_timeout = '5s';

-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "unattested_since" TIMESTAMPTZ(3);
