-- Why: the operator's home shows what the gateway received and earned without reading a month of postings.
-- Runs on full tables: two new ones. Workers fill them afterwards; until then these figures are not shown.
-- Undo: drop both.
SET lock_timeout = '5s';

-- CreateTable
CREATE TABLE "gateway_sums" (
    "period" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "earned" DECIMAL(60,18) NOT NULL,
    "received_usd" DECIMAL(60,18) NOT NULL,

    CONSTRAINT "gateway_sums_pkey" PRIMARY KEY ("period","kind","currency_code")
);

-- CreateTable
CREATE TABLE "gateway_sum_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "summed_to" BIGINT NOT NULL DEFAULT 0,
    "seen_posting" BIGINT NOT NULL DEFAULT 0,
    "seen_transaction" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "gateway_sum_state_pkey" PRIMARY KEY ("id")
);

ALTER TABLE gateway_sum_state ADD CONSTRAINT gateway_sum_state_single CHECK (id = 1);
INSERT INTO gateway_sum_state DEFAULT VALUES;
