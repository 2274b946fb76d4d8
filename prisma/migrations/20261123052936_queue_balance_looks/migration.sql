-- The addresses whose balances are compared with what is known, in the database, so that none drops out of sight. Runs on full tables: a new
-- table, filled from all quotes and static wallets (seconds for a million), and triggers that run once a statement. To undo: drop the
-- triggers, the function and the table.

-- CreateTable
CREATE TABLE "balance_looks" (
    "network_code" TEXT NOT NULL,
    "address_id" BIGINT NOT NULL,
    "is_expected" BOOLEAN NOT NULL DEFAULT true,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "pause_seconds" INTEGER NOT NULL DEFAULT 0,
    "looked_height" BIGINT,
    "looked_hash" TEXT,
    "looked_to" TIMESTAMPTZ(3),
    "tried_at" TIMESTAMPTZ(3),
    "surplus" DECIMAL(78,0),
    "searches" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "balance_looks_pkey" PRIMARY KEY ("network_code","address_id")
);

-- CreateIndex
CREATE INDEX "balance_looks_network_code_is_expected_due_at_idx" ON "balance_looks"("network_code", "is_expected", "due_at");

-- CreateIndex
CREATE INDEX "balance_looks_network_code_looked_height_idx" ON "balance_looks"("network_code", "looked_height");

-- In the transaction that gives an address out, whichever command does it. An address that is quoted anew is expected anew.
CREATE FUNCTION watch_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO balance_looks (network_code, address_id)
  SELECT DISTINCT a.network_code, a.address_id FROM added a JOIN networks n ON n.code = a.network_code
  WHERE n.family = 'evm' AND n.native_currency = a.currency_code ORDER BY 1, 2
  ON CONFLICT (network_code, address_id) DO UPDATE SET is_expected = true, due_at = now(), pause_seconds = 0;
  RETURN NULL;
END;
$$;
CREATE TRIGGER quotes_watch_balance AFTER INSERT ON quotes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION watch_balance();
CREATE TRIGGER static_wallets_watch_balance AFTER INSERT ON static_wallets REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION watch_balance();

-- What was given out until now: open invoices at once, all others within a day.
INSERT INTO balance_looks (network_code, address_id, is_expected, due_at)
SELECT g.network_code, g.address_id, bool_or(g.is_open), CASE WHEN bool_or(g.is_open) THEN now() ELSE now() + random() * interval '1 day' END
FROM (
  SELECT q.network_code, q.address_id, q.currency_code, i.status IN ('check', 'process') AS is_open FROM quotes q JOIN invoices i ON i.id = q.invoice_id
  UNION ALL SELECT network_code, address_id, currency_code, false FROM static_wallets) g JOIN networks n ON n.code = g.network_code
WHERE n.family = 'evm' AND n.native_currency = g.currency_code GROUP BY 1, 2;
