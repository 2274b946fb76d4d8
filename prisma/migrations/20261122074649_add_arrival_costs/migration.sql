-- Why: on TON whoever receives pays for it, and the books of custody have to meet the chain to the last unit. A new table: nothing waits.
-- Undo: DROP TABLE arrival_costs; the entries of its rows stay in the books.

-- CreateTable
CREATE TABLE "arrival_costs" (
    "network_code" TEXT NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "address_id" BIGINT NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "block_height" BIGINT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "arrival_costs_pkey" PRIMARY KEY ("network_code","transaction_id")
);

-- CreateIndex
CREATE INDEX "arrival_costs_network_code_block_height_idx" ON "arrival_costs"("network_code", "block_height");

ALTER TABLE arrival_costs ADD CONSTRAINT arrival_costs_amount CHECK (amount <> 0);
-- A row goes with its block, and is never another one.
CREATE TRIGGER arrival_costs_frozen BEFORE UPDATE ON arrival_costs FOR EACH ROW EXECUTE FUNCTION refuse_change();
