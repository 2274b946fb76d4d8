-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- What was signed in before was confirmed when it was.
UPDATE "sessions" SET "confirmed_at" = "created_at";
