-- Why: the point of sale: its settings, its items, and the sales of its terminals.
-- Runs on full tables: three new tables; the foreign key to invoices is checked for no row.
-- Undo: drop the three tables and guard_pos_sale().
SET lock_timeout = '5s';

-- CreateTable
CREATE TABLE "pos_settings" (
    "merchant_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "tip_percents" INTEGER[],
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pos_settings_pkey" PRIMARY KEY ("merchant_id")
);

-- CreateTable
CREATE TABLE "pos_items" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "price" DECIMAL(60,18) NOT NULL,
    "currency_code" TEXT NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pos_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pos_sales" (
    "invoice_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "sale_key" UUID NOT NULL,
    "sold_by_id" UUID NOT NULL,
    "lines" JSONB NOT NULL,
    "tip" DECIMAL(60,18) NOT NULL,
    "receipt_mails" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pos_sales_pkey" PRIMARY KEY ("invoice_id")
);

-- CreateIndex
CREATE INDEX "pos_items_merchant_id_created_at_idx" ON "pos_items"("merchant_id", "created_at");

-- CreateIndex
CREATE INDEX "pos_sales_merchant_id_created_at_idx" ON "pos_sales"("merchant_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "pos_sales_merchant_id_sale_key_key" ON "pos_sales"("merchant_id", "sale_key");

-- AddForeignKey
-- survives: invoices are never deleted and their ids never change; the lock lasts no longer than adding an empty table's key
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say
ALTER TABLE pos_settings
  ADD CONSTRAINT pos_settings_tips CHECK (cardinality(tip_percents) <= 4 AND 1 <= ALL (tip_percents) AND 100 >= ALL (tip_percents));
ALTER TABLE pos_items
  ADD CONSTRAINT pos_items_price CHECK (price > 0);
ALTER TABLE pos_sales
  ADD CONSTRAINT pos_sales_amounts CHECK (tip >= 0 AND receipt_mails >= 0 AND jsonb_typeof(lines) = 'array');

-- A sale is what its payer was shown. Only the count of mailed receipts grows.
CREATE FUNCTION guard_pos_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'sales are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.invoice_id, NEW.merchant_id, NEW.sale_key, NEW.sold_by_id, NEW.lines, NEW.tip, NEW.created_at)
    IS DISTINCT FROM (OLD.invoice_id, OLD.merchant_id, OLD.sale_key, OLD.sold_by_id, OLD.lines, OLD.tip, OLD.created_at)
    OR NEW.receipt_mails < OLD.receipt_mails THEN
    RAISE EXCEPTION 'sale % does not change', OLD.invoice_id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER pos_sales_guard BEFORE UPDATE OR DELETE ON pos_sales FOR EACH ROW EXECUTE FUNCTION guard_pos_sale();
CREATE TRIGGER pos_sales_no_truncate BEFORE TRUNCATE ON pos_sales FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
