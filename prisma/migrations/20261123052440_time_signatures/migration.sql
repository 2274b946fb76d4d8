-- Calls may be signed with their time; signatures that were used are remembered while they are not too old. Runs on full tables in a moment:
-- the default is a constant. Undo: drop the column and the table; every merchant's calls are taken with `sign` again.
ALTER TABLE "merchants" ADD COLUMN     "calls_need_timed_signature" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "spent_signatures" (
    "signature" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_signatures_pkey" PRIMARY KEY ("signature")
);

-- CreateIndex
CREATE INDEX "spent_signatures_expires_at_idx" ON "spent_signatures"("expires_at");
