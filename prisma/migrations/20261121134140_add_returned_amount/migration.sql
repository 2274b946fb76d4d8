-- AlterTable
ALTER TABLE "conversions" ADD COLUMN     "returned_amount" DECIMAL(60,18);
