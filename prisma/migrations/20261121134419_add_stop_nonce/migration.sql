-- AlterTable
ALTER TABLE "send_stops" ADD COLUMN     "chain_nonce" BIGINT;
