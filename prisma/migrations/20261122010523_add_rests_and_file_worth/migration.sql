-- Why: a file of payouts keeps its worth, so that its rows are judged together; new operators and new cold addresses rest for 24 hours; owners
-- are told of who may pay out from now on. Nothing is rewritten: each table is locked for a moment.
-- Undo: drop the three columns. The kind of notification stays, unused: PostgreSQL cannot take a value out of a type.
SET lock_timeout = '5s';

-- AlterEnum
ALTER TYPE "notification_kind" ADD VALUE 'payer_added';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "operator_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "payout_batches" ADD COLUMN     "worth_usd" DECIMAL(38,2);

-- AlterTable
ALTER TABLE "cold_addresses" ADD COLUMN     "address_set_at" TIMESTAMPTZ(3);
