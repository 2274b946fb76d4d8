-- Where the worker keeps what chains ask for a transfer, so that the web process prices payouts without asking a node.
-- Safe on full tables: a new table. Undo: drop it.
SET lock_timeout = '5s';

-- CreateTable
CREATE TABLE "payout_fee_estimates" (
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "priority" "fee_priority" NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payout_fee_estimates_pkey" PRIMARY KEY ("currency_code","network_code","priority")
);

ALTER TABLE payout_fee_estimates ADD CONSTRAINT payout_fee_estimates_amount CHECK (amount >= 0);
ALTER TABLE payout_fee_quotes ADD CONSTRAINT payout_fee_quotes_range CHECK (fixed >= 0 AND percent >= 0 AND percent < 100) NOT VALID;
ALTER TABLE payout_fee_quotes VALIDATE CONSTRAINT payout_fee_quotes_range;
-- What a payout was priced with stays as it was.
CREATE TRIGGER payout_fee_quotes_frozen BEFORE UPDATE ON payout_fee_quotes FOR EACH ROW EXECUTE FUNCTION refuse_change();
