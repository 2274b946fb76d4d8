-- CreateIndex
CREATE INDEX "cases_invoice_id_idx" ON "cases"("invoice_id");
