-- Automatic settlements: standing orders for payouts of a balance (decision 0076).
-- Runs on full tables: two new, empty tables.
-- Undo: drop both tables, the type and hold_settlement_address().
SET lock_timeout = '5s';

-- CreateEnum
CREATE TYPE "settlement_trigger" AS ENUM ('threshold', 'daily', 'weekly');

-- CreateTable
CREATE TABLE "settlement_rules" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "memo" TEXT,
    "trigger" "settlement_trigger" NOT NULL,
    "threshold" DECIMAL(60,18) NOT NULL,
    "keep" DECIMAL(60,18) NOT NULL DEFAULT 0,
    "minute_of_day" INTEGER,
    "weekday" INTEGER,
    "time_zone" TEXT NOT NULL,
    "url_callback" TEXT,
    "usable_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sequence" INTEGER NOT NULL DEFAULT 0,
    "open_payout_id" UUID,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT,
    "stopped_at" TIMESTAMPTZ(3),
    "stop_reason" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "saved_by_id" UUID NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "settlement_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settlements" (
    "rule_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "payout_id" UUID NOT NULL,

    CONSTRAINT "settlements_pkey" PRIMARY KEY ("rule_id","sequence")
);

-- CreateIndex
CREATE UNIQUE INDEX "settlement_rules_open_payout_id_key" ON "settlement_rules"("open_payout_id");

-- CreateIndex
CREATE UNIQUE INDEX "settlements_payout_id_key" ON "settlements"("payout_id");

-- AddForeignKey
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "settlement_rules"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE UNIQUE INDEX settlement_rules_of_coin ON settlement_rules (merchant_id, currency_code) WHERE ended_at IS NULL;
CREATE INDEX settlement_rules_due ON settlement_rules (next_at) WHERE stopped_at IS NULL AND ended_at IS NULL;

ALTER TABLE settlement_rules ADD CONSTRAINT settlement_rules_amounts CHECK (threshold > 0 AND keep >= 0);
ALTER TABLE settlement_rules ADD CONSTRAINT settlement_rules_schedule CHECK (
  (trigger = 'threshold') = (minute_of_day IS NULL) AND (trigger = 'weekly') = (weekday IS NOT NULL)
  AND minute_of_day BETWEEN 0 AND 1439 AND weekday BETWEEN 1 AND 7);
ALTER TABLE settlement_rules ADD CONSTRAINT settlement_rules_stop CHECK (stop_reason IS NULL OR stopped_at IS NOT NULL);

-- A destination can be used a day after it was set, whoever wrote it.
CREATE FUNCTION hold_settlement_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR (NEW.network_code, NEW.address, NEW.memo) IS DISTINCT FROM (OLD.network_code, OLD.address, OLD.memo) THEN
    NEW.usable_from := clock_timestamp() + interval '24 hours';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER settlement_rules_hold BEFORE INSERT OR UPDATE ON settlement_rules
  FOR EACH ROW EXECUTE FUNCTION hold_settlement_address();
