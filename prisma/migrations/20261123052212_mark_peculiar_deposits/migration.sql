-- Runs on full tables: a column without a value rewrites nothing; the check reads the table of deposits once.
-- Undo: drop the check, the column and the table.

-- AlterTable
ALTER TABLE "deposits" ADD COLUMN     "peculiarity" TEXT;

-- CreateTable
CREATE TABLE "coin_costs" (
    "network_code" TEXT NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "coin_costs_pkey" PRIMARY KEY ("network_code")
);

-- ---------------------------------------------------------------- what Prisma cannot say
ALTER TABLE deposits ADD CONSTRAINT deposits_peculiarity CHECK (peculiarity IN ('token', 'excess', 'dust'));
ALTER TABLE coin_costs ADD CONSTRAINT coin_costs_amount CHECK (amount >= 0);
