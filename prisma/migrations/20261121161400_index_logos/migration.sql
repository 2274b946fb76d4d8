-- CreateIndex
CREATE INDEX "brands_logo_hash_idx" ON "brands"("logo_hash");
