-- AlterTable
ALTER TABLE "outgoing_transactions" ADD COLUMN     "contradicted_at" TIMESTAMPTZ(3);
