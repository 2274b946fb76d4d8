-- Questions to payers about deposits that screening holds. New tables; the value of the enum is used by nothing in this transaction.
-- To undo: drop both tables and the function. The value of the enum stays.
SET lock_timeout = '5s';

-- AlterEnum
ALTER TYPE "notification_kind" ADD VALUE 'aml_answered';

-- CreateTable
CREATE TABLE "aml_questionnaires" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "invoice_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "submitted_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "answers" BYTEA,

    CONSTRAINT "aml_questionnaires_pkey" PRIMARY KEY ("id"),
    CONSTRAINT aml_questionnaires_answers_check CHECK (answers IS NULL OR submitted_at IS NOT NULL)
);

-- CreateTable
CREATE TABLE "aml_documents" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "questionnaire_id" UUID NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "aml_documents_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "aml_questionnaires_invoice_id_created_at_idx" ON "aml_questionnaires"("invoice_id", "created_at");

-- CreateIndex
CREATE INDEX "aml_documents_questionnaire_id_idx" ON "aml_documents"("questionnaire_id");

-- AddForeignKey
ALTER TABLE "aml_documents" ADD CONSTRAINT "aml_documents_questionnaire_id_fkey" FOREIGN KEY ("questionnaire_id") REFERENCES "aml_questionnaires"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One at a time asks about an invoice.
CREATE UNIQUE INDEX aml_questionnaires_one_open ON aml_questionnaires (invoice_id) WHERE closed_at IS NULL;
-- What retention looks through.
CREATE INDEX aml_questionnaires_kept ON aml_questionnaires (closed_at) WHERE answers IS NOT NULL;

-- The payment page offers the questions, and says when they were answered.
CREATE TRIGGER aml_questionnaires_tell_page AFTER INSERT OR UPDATE ON aml_questionnaires FOR EACH ROW
  EXECUTE FUNCTION tell_page_of_row('invoice_id');

-- Answers are evidence: they are written once, and afterwards only deleted.
CREATE FUNCTION keep_aml_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.invoice_id IS DISTINCT FROM OLD.invoice_id
    OR (OLD.submitted_at IS NOT NULL AND NEW.submitted_at IS DISTINCT FROM OLD.submitted_at)
    OR (OLD.submitted_at IS NOT NULL AND NEW.answers IS NOT NULL AND NEW.answers IS DISTINCT FROM OLD.answers) THEN
    RAISE EXCEPTION 'the answers of a questionnaire are written once';
  END IF;
  RETURN NEW;
END;
$$;
CREATE TRIGGER aml_questionnaires_kept BEFORE UPDATE ON aml_questionnaires FOR EACH ROW EXECUTE FUNCTION keep_aml_answers();
