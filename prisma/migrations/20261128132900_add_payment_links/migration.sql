-- Why: payment links, and the orders that their pages made.
-- Runs on full tables: two new tables; the foreign key to invoices is checked for no row.
-- Undo: drop both tables, both guard functions and the type made here.
SET lock_timeout = '5s';

-- CreateEnum
CREATE TYPE "payer_question" AS ENUM ('no', 'optional', 'required');

-- CreateTable
CREATE TABLE "payment_links" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "amount" DECIMAL(60,18),
    "amount_min" DECIMAL(60,18),
    "amount_max" DECIMAL(60,18),
    "quantity_max" INTEGER NOT NULL DEFAULT 1,
    "note_question" "payer_question" NOT NULL DEFAULT 'no',
    "email_question" "payer_question" NOT NULL DEFAULT 'no',
    "url_callback" TEXT,
    "stock" INTEGER,
    "use_limit" INTEGER,
    "ends_at" TIMESTAMPTZ(3),
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_link_orders" (
    "invoice_id" UUID NOT NULL,
    "link_id" UUID NOT NULL,
    "form_key" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_link_orders_pkey" PRIMARY KEY ("invoice_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_links_name_key" ON "payment_links"("name");

-- CreateIndex
CREATE INDEX "payment_links_merchant_id_created_at_id_idx" ON "payment_links"("merchant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payment_link_orders_link_id_created_at_idx" ON "payment_link_orders"("link_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "payment_link_orders_link_id_form_key_key" ON "payment_link_orders"("link_id", "form_key");

-- AddForeignKey
ALTER TABLE "payment_link_orders" ADD CONSTRAINT "payment_link_orders_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "payment_links"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
-- survives: invoices are never deleted and their ids never change; the lock lasts no longer than adding an empty table's key
ALTER TABLE "payment_link_orders" ADD CONSTRAINT "payment_link_orders_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say
-- The name is part of a public address: no letter that looks like another one.
ALTER TABLE payment_links
  ADD CONSTRAINT payment_links_name CHECK (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(name) BETWEEN 3 AND 40),
  ADD CONSTRAINT payment_links_amounts CHECK (
    (amount IS NULL OR (amount > 0 AND amount_min IS NULL AND amount_max IS NULL))
    AND (amount_min IS NULL OR amount_min > 0) AND (amount_max IS NULL OR amount_max > 0)
    AND (amount_min IS NULL OR amount_max IS NULL OR amount_min <= amount_max)),
  ADD CONSTRAINT payment_links_counts CHECK (
    quantity_max BETWEEN 1 AND 10000 AND (quantity_max = 1 OR amount IS NOT NULL)
    AND (stock IS NULL OR stock >= 0) AND (use_limit IS NULL OR use_limit >= 0));
ALTER TABLE payment_link_orders
  ADD CONSTRAINT payment_link_orders_quantity CHECK (quantity > 0);
-- Notes that are to be cleared when they are old.
CREATE INDEX payment_link_orders_noted ON payment_link_orders (invoice_id) WHERE note IS NOT NULL;

-- What a payer was shown does not change, and a printed address always leads to the same link.
CREATE FUNCTION guard_payment_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'payment links are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.id, NEW.merchant_id, NEW.name, NEW.title, NEW.currency_code, NEW.amount, NEW.amount_min, NEW.amount_max,
      NEW.quantity_max, NEW.note_question, NEW.email_question, NEW.url_callback)
    IS DISTINCT FROM (OLD.id, OLD.merchant_id, OLD.name, OLD.title, OLD.currency_code, OLD.amount, OLD.amount_min,
      OLD.amount_max, OLD.quantity_max, OLD.note_question, OLD.email_question, OLD.url_callback) THEN
    RAISE EXCEPTION 'payment link %: its terms do not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_links_guard BEFORE UPDATE OR DELETE ON payment_links FOR EACH ROW EXECUTE FUNCTION guard_payment_link();
CREATE TRIGGER payment_links_no_truncate BEFORE TRUNCATE ON payment_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Orders count against the limits of their link. Only the payer's note is cleared, when it is old.
CREATE FUNCTION guard_payment_link_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'orders of payment links are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF (NEW.invoice_id, NEW.link_id, NEW.form_key, NEW.quantity, NEW.created_at)
    IS DISTINCT FROM (OLD.invoice_id, OLD.link_id, OLD.form_key, OLD.quantity, OLD.created_at)
    OR (NEW.note IS NOT NULL AND NEW.note IS DISTINCT FROM OLD.note) THEN
    RAISE EXCEPTION 'order % of a payment link does not change', OLD.invoice_id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_link_orders_guard BEFORE UPDATE OR DELETE ON payment_link_orders
  FOR EACH ROW EXECUTE FUNCTION guard_payment_link_order();
CREATE TRIGGER payment_link_orders_no_truncate BEFORE TRUNCATE ON payment_link_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
