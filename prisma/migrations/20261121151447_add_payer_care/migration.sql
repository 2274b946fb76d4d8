-- CreateEnum
CREATE TYPE "refund_request_policy" AS ENUM ('approve', 'automatic');

-- CreateEnum
CREATE TYPE "refund_request_kind" AS ENUM ('short', 'surplus', 'case');

-- CreateEnum
CREATE TYPE "refund_request_status" AS ENUM ('unconfirmed', 'confirmed', 'approved', 'refused', 'void');

-- CreateEnum
CREATE TYPE "refund_request_proof" AS ENUM ('email', 'signature');

-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "refund_request_policy" "refund_request_policy" NOT NULL DEFAULT 'approve';

-- CreateTable
CREATE TABLE "brands" (
    "merchant_id" UUID NOT NULL,
    "accent" TEXT,
    "logo" BYTEA,
    "logo_hash" TEXT,
    "logo_width" INTEGER,
    "logo_height" INTEGER,
    "embed_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "brands_pkey" PRIMARY KEY ("merchant_id")
);

-- CreateTable
CREATE TABLE "exchange_terms" (
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "fee" DECIMAL(38,18) NOT NULL,
    "minimum" DECIMAL(38,18) NOT NULL,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "exchange_terms_pkey" PRIMARY KEY ("currency_code","network_code")
);

-- CreateTable
CREATE TABLE "refund_requests" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "merchant_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "case_id" UUID,
    "kind" "refund_request_kind" NOT NULL,
    "status" "refund_request_status" NOT NULL DEFAULT 'unconfirmed',
    "currency_code" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "amount" DECIMAL(60,18) NOT NULL,
    "proof" "refund_request_proof",
    "token_hash" BYTEA,
    "challenge" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "confirm_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,
    "note" TEXT,
    "refund_id" UUID,
    "failure" TEXT,

    CONSTRAINT "refund_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "refund_requests_token_hash_key" ON "refund_requests"("token_hash");

-- CreateIndex
CREATE INDEX "refund_requests_invoice_id_created_at_idx" ON "refund_requests"("invoice_id", "created_at");

-- CreateIndex
CREATE INDEX "refund_requests_merchant_id_status_created_at_idx" ON "refund_requests"("merchant_id", "status", "created_at");

ALTER TABLE brands ADD CONSTRAINT brands_accent CHECK (accent ~ '^#[0-9a-f]{6}$');
ALTER TABLE brands ADD CONSTRAINT brands_logo CHECK (
  octet_length(logo) <= 6144
  AND (logo IS NULL) = (logo_hash IS NULL) AND (logo IS NULL) = (logo_width IS NULL) AND (logo IS NULL) = (logo_height IS NULL)
);
ALTER TABLE brands ADD CONSTRAINT brands_embed_origins CHECK (cardinality(embed_origins) <= 20);

ALTER TABLE exchange_terms ADD CONSTRAINT exchange_terms_amounts CHECK (fee >= 0 AND minimum >= 0);

ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_amount CHECK (amount > 0);
ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_case CHECK ((kind = 'case') = (case_id IS NOT NULL));
-- What waits for the merchant or is ended by them was shown to come from the payer.
ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_proof CHECK (
  status IN ('unconfirmed', 'void') OR (proof IS NOT NULL AND confirmed_at IS NOT NULL)
);
ALTER TABLE refund_requests ADD CONSTRAINT refund_requests_decision CHECK (
  (status IN ('approved', 'refused')) = (decided_at IS NOT NULL) AND (refund_id IS NULL OR status = 'approved')
);
-- One wish at a time for the same money; a refund answers one wish.
CREATE UNIQUE INDEX refund_requests_one_waiting ON refund_requests (invoice_id, COALESCE(case_id, invoice_id)) WHERE status = 'confirmed';
CREATE UNIQUE INDEX refund_requests_one_refund ON refund_requests (refund_id) WHERE refund_id IS NOT NULL;

-- What an open payment page shows has changed: its web process hears of it when the change is committed, and not before. A trigger,
-- so that no command can forget it. The payload is the invoice's or wallet's id, or `network:` and a code for a new head.
CREATE FUNCTION tell_page(owner uuid) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('pages', owner::text) WHERE owner IS NOT NULL;
$$;

CREATE FUNCTION tell_page_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_page((to_jsonb(NEW) ->> TG_ARGV[0])::uuid);
  RETURN NULL;
END;
$$;

CREATE FUNCTION tell_pages_of_network() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('pages', 'network:' || NEW.network_code);
  RETURN NULL;
END;
$$;

CREATE TRIGGER invoices_tell_page AFTER UPDATE ON invoices FOR EACH ROW
  WHEN ((OLD.status, OLD.paid_how, OLD.paid_amount, OLD.current_quote_id, OLD.expires_at, OLD.reversed_at)
    IS DISTINCT FROM (NEW.status, NEW.paid_how, NEW.paid_amount, NEW.current_quote_id, NEW.expires_at, NEW.reversed_at))
  EXECUTE FUNCTION tell_page_of_row('id');
CREATE TRIGGER top_ups_tell_page AFTER INSERT OR UPDATE ON invoices FOR EACH ROW
  WHEN (NEW.wallet_id IS NOT NULL) EXECUTE FUNCTION tell_page_of_row('wallet_id');
CREATE TRIGGER deposits_tell_page_insert AFTER INSERT ON deposits FOR EACH ROW
  EXECUTE FUNCTION tell_page_of_row('owner_id');
CREATE TRIGGER deposits_tell_page_update AFTER UPDATE ON deposits FOR EACH ROW
  WHEN ((OLD.status, OLD.block_height, OLD.owner_id) IS DISTINCT FROM (NEW.status, NEW.block_height, NEW.owner_id))
  EXECUTE FUNCTION tell_page_of_row('owner_id');
CREATE TRIGGER cases_tell_page_invoice AFTER INSERT OR UPDATE ON cases FOR EACH ROW EXECUTE FUNCTION tell_page_of_row('invoice_id');
CREATE TRIGGER cases_tell_page_wallet AFTER INSERT OR UPDATE ON cases FOR EACH ROW EXECUTE FUNCTION tell_page_of_row('wallet_id');
CREATE TRIGGER refunds_tell_page_invoice AFTER INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION tell_page_of_row('invoice_id');
CREATE TRIGGER refunds_tell_page_wallet AFTER INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION tell_page_of_row('wallet_id');
CREATE TRIGGER refund_requests_tell_page AFTER INSERT OR UPDATE ON refund_requests FOR EACH ROW EXECUTE FUNCTION tell_page_of_row('invoice_id');
CREATE TRIGGER static_wallets_tell_page AFTER UPDATE ON static_wallets FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION tell_page_of_row('id');
CREATE TRIGGER chain_cursors_tell_pages AFTER UPDATE ON chain_cursors FOR EACH ROW
  WHEN (OLD.height IS DISTINCT FROM NEW.height) EXECUTE FUNCTION tell_pages_of_network();
