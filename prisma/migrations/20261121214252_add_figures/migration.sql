-- Stop web and worker first: invoice_credits, internal_payments and invoice_milestones are locked against reading and writing until the
-- backfill below is done, seconds to minutes with a long history. Where something still uses them this gives up after five
-- seconds, with nothing changed; docs/operations.md says how to go on.
SET lock_timeout = '5s';

-- AlterTable
ALTER TABLE "invoice_credits" ADD COLUMN     "merchant_id" UUID,
ADD COLUMN     "network_code" TEXT,
ADD COLUMN     "usd_rate" DECIMAL(38,18);

-- AlterTable
ALTER TABLE "internal_payments" ADD COLUMN     "merchant_id" UUID,
ADD COLUMN     "usd_rate" DECIMAL(38,18);

-- AlterTable
ALTER TABLE "invoice_milestones" ADD COLUMN     "currency_code" TEXT,
ADD COLUMN     "network_code" TEXT,
ADD COLUMN     "paid_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "milestone_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "openings_since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "milestone_state_pkey" PRIMARY KEY ("id")
);

-- Everything below is what Prisma cannot say.
ALTER TABLE milestone_state ADD CONSTRAINT milestone_state_single CHECK (id = 1);
INSERT INTO milestone_state (id, openings_since) VALUES (1, now());

-- ---------------------------------------------------------------- milestones follow from the time line
-- A coin that is fixed or chosen, a first sighting, and the move to paid. Written under the invoice's lock, or with the invoice itself,
-- so that two of them never wait for each other. A top-up was paid from its first moment and has none.
CREATE FUNCTION note_milestone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invoice_milestones AS m (invoice_id, chosen_at, seen_at, paid_at, currency_code, network_code)
  SELECT i.id,
         CASE WHEN NEW.kind IN ('created', 'quoted', 'refreshed', 'renewed') THEN NEW.at END,
         CASE WHEN NEW.kind IN ('deposit-seen', 'paid-from-balance') THEN NEW.at END,
         CASE WHEN NEW.kind = 'status' THEN NEW.at END,
         CASE WHEN NEW.kind IN ('created', 'quoted', 'refreshed', 'renewed') THEN NEW.detail->>'currency' END,
         CASE WHEN NEW.kind IN ('created', 'quoted', 'refreshed', 'renewed') THEN NEW.detail->>'network' END
  FROM invoices i WHERE i.id = NEW.invoice_id AND i.wallet_id IS NULL
  ON CONFLICT (invoice_id) DO UPDATE SET
    chosen_at = coalesce(m.chosen_at, excluded.chosen_at),
    seen_at = coalesce(m.seen_at, excluded.seen_at),
    paid_at = coalesce(m.paid_at, excluded.paid_at),
    currency_code = coalesce(excluded.currency_code, m.currency_code),
    network_code = coalesce(excluded.network_code, m.network_code)
  -- The second deposit of an invoice tells nothing new: its row is not written again.
  WHERE (m.chosen_at IS NULL AND excluded.chosen_at IS NOT NULL) OR (m.seen_at IS NULL AND excluded.seen_at IS NOT NULL)
     OR (m.paid_at IS NULL AND excluded.paid_at IS NOT NULL)
     OR (excluded.network_code IS NOT NULL
         AND (m.currency_code, m.network_code) IS DISTINCT FROM (excluded.currency_code, excluded.network_code));
  RETURN NULL;
END $$;
CREATE TRIGGER invoice_events_milestones AFTER INSERT ON invoice_events FOR EACH ROW WHEN (
  (NEW.kind IN ('created', 'quoted', 'refreshed', 'renewed') AND NEW.detail->>'network' IS NOT NULL)
  OR NEW.kind IN ('deposit-seen', 'paid-from-balance')
  OR (NEW.kind = 'status' AND NEW.detail->>'to' IN ('paid', 'paid_over'))
) EXECUTE FUNCTION note_milestone();

CREATE FUNCTION guard_milestone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.opened_at IS NOT NULL AND NEW.opened_at IS DISTINCT FROM OLD.opened_at)
     OR (OLD.chosen_at IS NOT NULL AND NEW.chosen_at IS DISTINCT FROM OLD.chosen_at)
     OR (OLD.seen_at IS NOT NULL AND NEW.seen_at IS DISTINCT FROM OLD.seen_at)
     OR (OLD.paid_at IS NOT NULL AND NEW.paid_at IS DISTINCT FROM OLD.paid_at) THEN
    RAISE EXCEPTION 'invoice %: a milestone is reached once', OLD.invoice_id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoice_milestones_guard BEFORE UPDATE ON invoice_milestones FOR EACH ROW EXECUTE FUNCTION guard_milestone();

-- What was there before: the time line knows when a coin was chosen, a payment seen, and when it was paid. When a page was opened
-- nobody wrote down, but who chose a coin on it had it open.
INSERT INTO invoice_milestones (invoice_id, opened_at, chosen_at, seen_at, paid_at, currency_code, network_code)
SELECT e.invoice_id,
       min(e.at) FILTER (WHERE e.kind = 'quoted'),
       min(e.at) FILTER (WHERE e.kind IN ('created', 'quoted', 'refreshed', 'renewed') AND e.detail->>'network' IS NOT NULL),
       min(e.at) FILTER (WHERE e.kind IN ('deposit-seen', 'paid-from-balance')),
       min(e.at) FILTER (WHERE e.kind = 'status' AND e.detail->>'to' IN ('paid', 'paid_over')),
       q.currency_code, q.network_code
FROM invoice_events e
JOIN invoices i ON i.id = e.invoice_id AND i.wallet_id IS NULL
LEFT JOIN quotes q ON q.id = i.current_quote_id
WHERE e.kind IN ('created', 'quoted', 'refreshed', 'renewed', 'deposit-seen', 'paid-from-balance', 'status')
GROUP BY e.invoice_id, q.currency_code, q.network_code
HAVING count(*) FILTER (WHERE e.kind <> 'created' OR e.detail->>'network' IS NOT NULL) > 0
ON CONFLICT (invoice_id) DO NOTHING;

-- ---------------------------------------------------------------- whose credit, on which network, at which rate
-- The quote that a deposit counts for: same coin and network, the newest that was there when it was seen, else the first (lib/invoices/parts.ts).
CREATE FUNCTION rate_of_deposit(invoice uuid, coin text, network text, seen timestamptz) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT usd_rate FROM quotes WHERE invoice_id = invoice AND currency_code = coin AND network_code = network
  ORDER BY (created_at <= seen) DESC, CASE WHEN created_at <= seen THEN -number ELSE number END LIMIT 1
$$;
CREATE FUNCTION name_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT i.merchant_id, d.network_code, coalesce(rate_of_deposit(i.id, d.currency_code, d.network_code, d.seen_at), 0)
    INTO NEW.merchant_id, NEW.network_code, NEW.usd_rate
    FROM invoices i, deposits d WHERE i.id = NEW.invoice_id AND d.id = NEW.deposit_id;
  RETURN NEW;
END $$;
CREATE TRIGGER invoice_credits_named BEFORE INSERT ON invoice_credits FOR EACH ROW
  WHEN (NEW.merchant_id IS NULL OR NEW.network_code IS NULL OR NEW.usd_rate IS NULL) EXECUTE FUNCTION name_credit();
CREATE FUNCTION name_internal_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT i.merchant_id, q.usd_rate INTO NEW.merchant_id, NEW.usd_rate
    FROM invoices i, quotes q WHERE i.id = NEW.invoice_id AND q.id = NEW.quote_id;
  RETURN NEW;
END $$;
CREATE TRIGGER internal_payments_named BEFORE INSERT ON internal_payments FOR EACH ROW
  WHEN (NEW.merchant_id IS NULL OR NEW.usd_rate IS NULL) EXECUTE FUNCTION name_internal_payment();

-- Guarded since they were written, those that were taken back most of all: these columns are new, and nothing else is touched.
ALTER TABLE invoice_credits DISABLE TRIGGER invoice_credits_guard;
UPDATE invoice_credits c SET merchant_id = i.merchant_id, network_code = d.network_code,
       usd_rate = coalesce(rate_of_deposit(i.id, d.currency_code, d.network_code, d.seen_at), 0)
  FROM invoices i, deposits d WHERE i.id = c.invoice_id AND d.id = c.deposit_id;
ALTER TABLE invoice_credits ENABLE TRIGGER invoice_credits_guard;
-- Frozen since they were written: these two columns are new, and nothing else is touched.
ALTER TABLE internal_payments DISABLE TRIGGER internal_payments_frozen;
UPDATE internal_payments p SET merchant_id = i.merchant_id, usd_rate = q.usd_rate
  FROM invoices i, quotes q WHERE i.id = p.invoice_id AND q.id = p.quote_id;
ALTER TABLE internal_payments ENABLE TRIGGER internal_payments_frozen;
ALTER TABLE invoice_credits ADD CONSTRAINT invoice_credits_whole
  CHECK (merchant_id IS NOT NULL AND network_code IS NOT NULL AND usd_rate IS NOT NULL);
ALTER TABLE internal_payments ADD CONSTRAINT internal_payments_whole CHECK (merchant_id IS NOT NULL AND usd_rate IS NOT NULL);
-- From now on they stay as they were written, like the rest of the row.
CREATE OR REPLACE FUNCTION guard_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'credits are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.deposit_id, NEW.inclusion, NEW.invoice_id, NEW.currency_code, NEW.amount, NEW.commission, NEW.credited_at,
      NEW.merchant_id, NEW.network_code, NEW.usd_rate)
     IS DISTINCT FROM (OLD.deposit_id, OLD.inclusion, OLD.invoice_id, OLD.currency_code, OLD.amount, OLD.commission, OLD.credited_at,
      OLD.merchant_id, OLD.network_code, OLD.usd_rate)
     OR OLD.reversed_at IS NOT NULL THEN
    RAISE EXCEPTION 'credit of deposit % stays as it was written', OLD.deposit_id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;

-- ---------------------------------------------------------------- what figures of a range are read from, without a look at the tables
CREATE INDEX invoice_credits_figures ON invoice_credits (merchant_id, credited_at)
  INCLUDE (currency_code, network_code, amount, commission, usd_rate) WHERE reversed_at IS NULL;
CREATE INDEX internal_payments_figures ON internal_payments (merchant_id, created_at);
CREATE INDEX invoices_figures ON invoices (merchant_id, created_at) INCLUDE (id, status, paid_how) WHERE wallet_id IS NULL;
CREATE INDEX cases_figures ON cases (merchant_id, opened_at);
