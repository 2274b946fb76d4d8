-- Where the audit of the books may begin if it is not to read the journal of years every hour (decision 0066).
-- Runs on full tables: two new, empty ones. Undo: drop both.
SET lock_timeout = '5s';

-- CreateTable
CREATE TABLE "audit_checkpoints" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "after_entry" BIGINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_checkpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audited_balances" (
    "account_id" BIGINT NOT NULL,
    "shard" INTEGER NOT NULL,
    "balance" DECIMAL(60,18) NOT NULL,

    CONSTRAINT "audited_balances_pkey" PRIMARY KEY ("account_id","shard")
);

ALTER TABLE audit_checkpoints ADD CONSTRAINT audit_checkpoints_single CHECK (id = 1);
