-- AlterTable
ALTER TABLE "alarms" ADD COLUMN     "amount" DECIMAL(60,18);
