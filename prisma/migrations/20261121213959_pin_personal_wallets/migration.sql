-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "is_mailed" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "is_secret" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "wallet_owner_id" UUID;

-- Until now transfers went to the first owner. Every merchant so far has one owner, who made it.
UPDATE merchants m SET wallet_owner_id = (
  SELECT user_id FROM merchant_members WHERE merchant_id = m.id AND role = 'owner' ORDER BY created_at, user_id LIMIT 1);

-- Whose wallets they are is decided when the merchant is made, and by nothing that happens to its members later.
CREATE FUNCTION keep_wallet_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the personal wallets of merchant % are decided', OLD.id USING ERRCODE = 'CT002';
END $$;
CREATE TRIGGER merchants_wallet_owner_kept BEFORE UPDATE OF wallet_owner_id ON merchants
  FOR EACH ROW WHEN (OLD.wallet_owner_id IS NOT NULL AND NEW.wallet_owner_id IS DISTINCT FROM OLD.wallet_owner_id)
  EXECUTE FUNCTION keep_wallet_owner();

-- One invitation of a merchant for an address waits at a time; one that ran out is sent again, not made anew.
CREATE UNIQUE INDEX invitations_one_open ON invitations (merchant_id, email) NULLS NOT DISTINCT
  WHERE accepted_at IS NULL AND revoked_at IS NULL;
ALTER TABLE invitations ADD CONSTRAINT invitations_role_of_merchant CHECK ((merchant_id IS NULL) = (role IS NULL));
