-- Sums of wallets by six hours, so that a page of a statement does not read all postings of a wallet (decision 0068).
-- Runs on full tables: two new ones. Workers fill them afterwards, and statements are exact meanwhile. Undo: drop both.
SET lock_timeout = '5s';

-- CreateTable
CREATE TABLE "statement_sums" (
    "account_id" BIGINT NOT NULL,
    "period" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "incoming" DECIMAL(60,18) NOT NULL,
    "outgoing" DECIMAL(60,18) NOT NULL,
    "line_count" INTEGER NOT NULL,
    "first_posting" BIGINT NOT NULL,
    "last_posting" BIGINT NOT NULL,

    CONSTRAINT "statement_sums_pkey" PRIMARY KEY ("account_id","period","kind")
);

-- CreateTable
CREATE TABLE "statement_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "summed_to" BIGINT NOT NULL DEFAULT 0,
    "seen_posting" BIGINT NOT NULL DEFAULT 0,
    "seen_transaction" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "statement_state_pkey" PRIMARY KEY ("id")
);

ALTER TABLE statement_state ADD CONSTRAINT statement_state_single CHECK (id = 1);
INSERT INTO statement_state DEFAULT VALUES;
