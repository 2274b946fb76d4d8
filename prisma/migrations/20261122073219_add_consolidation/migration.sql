-- AlterEnum
ALTER TYPE "send_purpose" ADD VALUE 'consolidation';

-- AlterTable
ALTER TABLE "signed_transactions" ADD COLUMN     "alias_of" INTEGER;
