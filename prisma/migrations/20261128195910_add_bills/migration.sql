-- Why: bills that merchants send by mail, what was paid of them, their mails and their numbers.
-- Runs on full tables: four new tables; the foreign key to invoices is checked for no row.
-- Undo: drop the four tables, the type and both guard functions made here.
SET lock_timeout = '5s';

-- CreateEnum
CREATE TYPE "bill_mail_kind" AS ENUM ('sent', 'again', 'reminder');

-- CreateTable
CREATE TABLE "bills" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID NOT NULL,
    "number" TEXT,
    "position" INTEGER,
    "number_prefix" TEXT NOT NULL,
    "customer_name" TEXT NOT NULL,
    "customer_email" TEXT NOT NULL,
    "customer_address" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "decimals" INTEGER NOT NULL,
    "lines" JSONB NOT NULL,
    "taxes" JSONB NOT NULL,
    "subtotal" DECIMAL(60,18) NOT NULL,
    "total" DECIMAL(60,18) NOT NULL,
    "issue_date" DATE NOT NULL,
    "due_date" DATE NOT NULL,
    "note" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "reminder_days" INTEGER[],
    "secret" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bills_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bill_payments" (
    "invoice_id" UUID NOT NULL,
    "bill_id" UUID NOT NULL,
    "form_key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bill_payments_pkey" PRIMARY KEY ("invoice_id")
);

-- CreateTable
CREATE TABLE "bill_mails" (
    "bill_id" UUID NOT NULL,
    "kind" "bill_mail_kind" NOT NULL,
    "mark" INTEGER NOT NULL,
    "merchant_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bill_mails_pkey" PRIMARY KEY ("bill_id","kind","mark")
);

-- CreateTable
CREATE TABLE "bill_series" (
    "merchant_id" UUID NOT NULL,
    "last_position" INTEGER NOT NULL,
    "prefix" TEXT NOT NULL,

    CONSTRAINT "bill_series_pkey" PRIMARY KEY ("merchant_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "bills_secret_key" ON "bills"("secret");

-- CreateIndex
CREATE INDEX "bills_merchant_id_created_at_id_idx" ON "bills"("merchant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "bills_merchant_id_number_key" ON "bills"("merchant_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "bills_merchant_id_position_key" ON "bills"("merchant_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "bill_payments_bill_id_form_key_key" ON "bill_payments"("bill_id", "form_key");

-- CreateIndex
CREATE INDEX "bill_mails_merchant_id_created_at_idx" ON "bill_mails"("merchant_id", "created_at");

-- AddForeignKey
ALTER TABLE "bill_payments" ADD CONSTRAINT "bill_payments_bill_id_fkey" FOREIGN KEY ("bill_id") REFERENCES "bills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
-- survives: invoices are never deleted and their ids never change; the lock lasts no longer than adding an empty table's key
ALTER TABLE "bill_payments" ADD CONSTRAINT "bill_payments_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bill_mails" ADD CONSTRAINT "bill_mails_bill_id_fkey" FOREIGN KEY ("bill_id") REFERENCES "bills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------- what Prisma cannot say
ALTER TABLE bills
  -- Ends in no digit, so that no two prefixes and positions make the same number.
  ADD CONSTRAINT bills_prefix CHECK (number_prefix ~ '^([A-Za-z0-9-]{0,11}[A-Za-z-])?$'),
  ADD CONSTRAINT bills_amounts CHECK (subtotal >= 0 AND total >= subtotal AND decimals BETWEEN 0 AND 18
    AND subtotal = trunc(subtotal, decimals) AND total = trunc(total, decimals)),
  ADD CONSTRAINT bills_sent CHECK ((sent_at IS NULL) = (number IS NULL) AND (sent_at IS NULL) = (position IS NULL)
    AND (sent_at IS NULL) = (secret IS NULL) AND (sent_at IS NULL OR total > 0) AND (cancelled_at IS NULL OR sent_at IS NOT NULL)),
  ADD CONSTRAINT bills_secret CHECK (secret ~ '^[A-Za-z0-9_-]{43}$'),
  ADD CONSTRAINT bills_reminders CHECK (cardinality(reminder_days) <= 5);
ALTER TABLE bill_series ADD CONSTRAINT bill_series_position CHECK (last_position > 0);
-- Bills of which a customer may have to be reminded.
CREATE INDEX bills_due ON bills (due_date) WHERE sent_at IS NOT NULL AND cancelled_at IS NULL;

-- A customer was sent a bill: only its cancellation changes it, once. A draft may go.
CREATE FUNCTION guard_bill() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sent_at IS NULL THEN
    IF TG_OP = 'DELETE' THEN
      RETURN OLD;
    END IF;
    IF (NEW.id, NEW.merchant_id) IS DISTINCT FROM (OLD.id, OLD.merchant_id) THEN
      RAISE EXCEPTION 'bill % stays with its merchant', OLD.id USING ERRCODE = 'CT002';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'bills that were sent are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF to_jsonb(NEW) - '{cancelled_at,updated_at}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{cancelled_at,updated_at}'::text[]
    OR (OLD.cancelled_at IS NOT NULL AND NEW.cancelled_at IS DISTINCT FROM OLD.cancelled_at) THEN
    RAISE EXCEPTION 'bill % was sent and does not change', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bills_guard BEFORE UPDATE OR DELETE ON bills FOR EACH ROW EXECUTE FUNCTION guard_bill();
CREATE TRIGGER bills_no_truncate BEFORE TRUNCATE ON bills FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Numbers are given once each, in order.
CREATE FUNCTION guard_bill_series() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.merchant_id <> OLD.merchant_id OR NEW.last_position <> OLD.last_position + 1 THEN
    RAISE EXCEPTION 'numbers of bills have no gaps and are not given again' USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bill_series_guard BEFORE UPDATE OR DELETE ON bill_series
  FOR EACH ROW EXECUTE FUNCTION guard_bill_series();
CREATE TRIGGER bill_series_no_truncate BEFORE TRUNCATE ON bill_series FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What is paid of a bill, and which mails were sent, is never forgotten.
CREATE TRIGGER bill_payments_no_change BEFORE UPDATE OR DELETE ON bill_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bill_payments_no_truncate BEFORE TRUNCATE ON bill_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bill_mails_no_change BEFORE UPDATE OR DELETE ON bill_mails FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bill_mails_no_truncate BEFORE TRUNCATE ON bill_mails FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
