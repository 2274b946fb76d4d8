-- A merchant's own limits of coins, its rate source and its client library.
-- Runs on full tables: new columns have constant defaults, and rows change only where a merchant had its payout webhooks signed by the payout key.
-- Undo: DROP TABLE coin_limits, and put sign_payouts_with_payout_key back from client_library <> 'standard'.

CREATE TYPE "client_library" AS ENUM ('standard', 'payout_key', 'heleket');

ALTER TABLE "merchants"
  ADD COLUMN "client_library" "client_library" NOT NULL DEFAULT 'standard',
  ADD COLUMN "course_source" TEXT;

UPDATE merchants SET client_library = 'payout_key' WHERE sign_payouts_with_payout_key;

ALTER TABLE "merchants" DROP COLUMN "sign_payouts_with_payout_key";

CREATE TABLE "coin_limits" (
    "merchant_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "min_amount" DECIMAL(60,18),
    "max_amount" DECIMAL(60,18),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "coin_limits_pkey" PRIMARY KEY ("merchant_id","currency_code","network_code")
);

-- A row without either says nothing; writers remove it.
ALTER TABLE coin_limits ADD CONSTRAINT coin_limits_say_something CHECK (min_amount IS NOT NULL OR max_amount IS NOT NULL);
ALTER TABLE coin_limits ADD CONSTRAINT coin_limits_above_zero CHECK (min_amount > 0 AND max_amount > 0);
ALTER TABLE coin_limits ADD CONSTRAINT coin_limits_in_order CHECK (min_amount <= max_amount);
