-- Tokens that an operator adds by their contract, without a record in the code (decision 0052). Runs on full tables: a nullable column of a
-- small table, and a new table. Undo: DROP TABLE added_tokens; DROP FUNCTION hold_added_token; ALTER TABLE currencies DROP COLUMN rate_source.

-- AlterTable
ALTER TABLE "currencies" ADD COLUMN     "rate_source" TEXT;

-- CreateTable
CREATE TABLE "added_tokens" (
    "network_code" TEXT NOT NULL,
    "contract" TEXT NOT NULL,
    "asked_by_id" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "symbol" TEXT,
    "decimals" INTEGER,
    "words" JSONB NOT NULL DEFAULT '[]',
    "prices" JSONB NOT NULL DEFAULT '{}',
    "problem" TEXT,
    "name" TEXT,
    "rate_source" TEXT,
    "payment_min" DECIMAL(38,18),
    "payment_max" DECIMAL(38,18),
    "payout_min" DECIMAL(38,18),
    "payout_max" DECIMAL(38,18),
    "ordered_by_id" UUID,
    "ordered_at" TIMESTAMPTZ(3),
    "waits_until" TIMESTAMPTZ(3),
    "offered_at" TIMESTAMPTZ(3),

    CONSTRAINT "added_tokens_pkey" PRIMARY KEY ("network_code","contract")
);

ALTER TABLE added_tokens ADD CONSTRAINT added_tokens_decimals CHECK (decimals BETWEEN 0 AND 18);
ALTER TABLE added_tokens ADD CONSTRAINT added_tokens_terms CHECK (ordered_at IS NULL OR (read_at IS NOT NULL AND name IS NOT NULL
  AND rate_source IS NOT NULL AND ordered_by_id IS NOT NULL AND payment_min > 0 AND payment_max >= payment_min AND payout_min > 0
  AND payout_max >= payout_min));
ALTER TABLE added_tokens ADD CONSTRAINT added_tokens_order CHECK (waits_until IS NULL OR ordered_at IS NOT NULL);

-- Whoever writes a row begins at its beginning: what the nodes said and the cooldown are the workers' to write, and the web process may
-- insert. Terms stand still from the moment at which the cooldown has begun: the mail about it names them.
CREATE FUNCTION hold_added_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.asked_at := now();
    NEW.read_at := NULL; NEW.symbol := NULL; NEW.decimals := NULL; NEW.words := '[]'; NEW.prices := '{}'; NEW.problem := NULL;
    NEW.ordered_by_id := NULL; NEW.ordered_at := NULL; NEW.waits_until := NULL; NEW.offered_at := NULL;
  ELSIF OLD.waits_until IS NOT NULL
    AND (NEW.name, NEW.rate_source, NEW.payment_min, NEW.payment_max, NEW.payout_min, NEW.payout_max, NEW.ordered_by_id, NEW.ordered_at)
      IS DISTINCT FROM
        (OLD.name, OLD.rate_source, OLD.payment_min, OLD.payment_max, OLD.payout_min, OLD.payout_max, OLD.ordered_by_id, OLD.ordered_at)
  THEN
    RAISE EXCEPTION 'the terms of token % on % are fixed', OLD.contract, OLD.network_code USING ERRCODE = 'CT005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER added_tokens_held BEFORE INSERT OR UPDATE ON added_tokens FOR EACH ROW EXECUTE FUNCTION hold_added_token();
