-- Where the gateway's own wallets are, so that the audit can compare them without any key.
-- Runs on an empty table. Undo: drop the table.

-- CreateTable
CREATE TABLE "hot_wallets" (
    "family" TEXT NOT NULL,
    "derivation_index" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hot_wallets_pkey" PRIMARY KEY ("family","derivation_index")
);
