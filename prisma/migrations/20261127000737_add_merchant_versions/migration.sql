-- Lets a web process keep what the machine API reads of a merchant before each call: a statement of the call itself compares the version.
-- Runs on full tables: a small new table, functions and triggers.
-- Undo: drop the table and the functions made here with CASCADE, which drops their triggers.
SET lock_timeout = '5s';

-- CreateTable
CREATE TABLE "merchant_versions" (
    "merchant_id" UUID NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "merchant_versions_pkey" PRIMARY KEY ("merchant_id")
);

-- Everything below is what Prisma cannot say. Counted when a transaction commits: the lock on the version is the last that it takes.
CREATE FUNCTION count_merchant_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO merchant_versions AS v (merchant_id) VALUES (NEW.id)
  ON CONFLICT (merchant_id) DO UPDATE SET version = v.version + 1;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER merchants_version AFTER INSERT OR UPDATE ON merchants
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_merchant_change();
INSERT INTO merchant_versions (merchant_id) SELECT id FROM merchants ON CONFLICT DO NOTHING;

CREATE FUNCTION count_change_of_merchant() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN UPDATE merchant_versions SET version = version + 1 WHERE merchant_id = OLD.merchant_id; END IF;
  IF TG_OP <> 'DELETE' THEN UPDATE merchant_versions SET version = version + 1 WHERE merchant_id = NEW.merchant_id; END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER api_keys_version AFTER INSERT OR UPDATE OR DELETE ON api_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_change_of_merchant();
CREATE CONSTRAINT TRIGGER auto_converts_version AFTER INSERT OR UPDATE OR DELETE ON auto_converts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_change_of_merchant();
CREATE CONSTRAINT TRIGGER coin_limits_version AFTER INSERT OR UPDATE OR DELETE ON coin_limits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_change_of_merchant();
CREATE CONSTRAINT TRIGGER merchant_members_version AFTER INSERT OR UPDATE OR DELETE ON merchant_members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_change_of_merchant();

-- An owner who is blocked stops the payments of their merchants.
CREATE FUNCTION count_block_of_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE merchant_versions v SET version = v.version + 1
  FROM merchant_members m WHERE m.user_id = NEW.id AND v.merchant_id = m.merchant_id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER users_version AFTER UPDATE OF is_blocked ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.is_blocked IS DISTINCT FROM NEW.is_blocked) EXECUTE FUNCTION count_block_of_owner();
