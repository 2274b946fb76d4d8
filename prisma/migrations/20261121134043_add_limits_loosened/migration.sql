-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "limits_loosened_at" TIMESTAMPTZ(3);
