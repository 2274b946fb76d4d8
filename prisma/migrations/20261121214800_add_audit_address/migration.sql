-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "ip" TEXT;

-- CreateIndex
CREATE INDEX "audit_events_target_id_idx" ON "audit_events"("target", "id");
