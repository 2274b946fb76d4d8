-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "requires_second_factor" BOOLEAN NOT NULL DEFAULT false;
