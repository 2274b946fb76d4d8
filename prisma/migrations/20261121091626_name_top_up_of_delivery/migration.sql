-- Says of a wallet's event which top-up it is about, so that it can be sent again without reading all events of the wallet.
-- Safe on full tables: a nullable column, and an index that is empty at first (building it reads the table once and holds back
-- writers meanwhile). Undo: drop the column.
SET lock_timeout = '5s';

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "top_up_id" UUID;

CREATE INDEX webhook_deliveries_of_top_up ON webhook_deliveries (top_up_id, sequence) WHERE top_up_id IS NOT NULL;
