-- Backups that ended well, and backups that were restored. After a restore some addresses may have been assigned to
-- owners that the backup does not know: they are marked as assigned, without an owner. They stay watched, a deposit to
-- one becomes a case, and nobody gets them again.
-- Runs on full tables: the new check is weaker than the one that it replaces.
-- Undo: no row of addresses may be assigned without an owner; the check and the function as guard_money has them.
SET lock_timeout = '5s';

-- CreateTable
CREATE TABLE "backups" (
    "id" BIGSERIAL NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "method" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "backups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "restores" (
    "id" BIGSERIAL NOT NULL,
    "backup_taken_at" TIMESTAMPTZ(3) NOT NULL,
    "restored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lost_addresses" INTEGER NOT NULL,
    "last_indexes" JSONB NOT NULL,
    "addresses_withheld_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "restores_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "backups_taken_at_idx" ON "backups"("taken_at");

-- CreateIndex
CREATE UNIQUE INDEX "backups_method_label_key" ON "backups"("method", "label");

ALTER TABLE addresses DROP CONSTRAINT addresses_assigned_whole;
ALTER TABLE addresses ADD CONSTRAINT addresses_assigned_whole
  CHECK ((owner_id IS NULL) = (owner_kind IS NULL) AND (owner_id IS NULL OR assigned_at IS NOT NULL)) NOT VALID;
ALTER TABLE addresses VALIDATE CONSTRAINT addresses_assigned_whole;

CREATE OR REPLACE FUNCTION guard_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'addresses are never deleted' USING ERRCODE = 'CT002';
  END IF;
  IF OLD.assigned_at IS NOT NULL AND (NEW.owner_id IS DISTINCT FROM OLD.owner_id OR NEW.owner_kind IS DISTINCT FROM OLD.owner_kind
      OR NEW.assigned_at IS NULL) THEN
    RAISE EXCEPTION 'address % was assigned already', OLD.id USING ERRCODE = 'CT002';
  END IF;
  IF NEW.family <> OLD.family OR NEW.derivation_index <> OLD.derivation_index OR NEW.address <> OLD.address OR NEW.address_key <> OLD.address_key THEN
    RAISE EXCEPTION 'address % is fixed', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;

-- A stop of a restore ends when the worker has scanned the chain.
CREATE FUNCTION guard_restore_stop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a stop of the kind % is the engine''s', OLD.kind USING ERRCODE = 'CT005';
END $$;
CREATE TRIGGER send_stops_restore_guard BEFORE UPDATE OR DELETE ON send_stops FOR EACH ROW
  WHEN (is_web() AND OLD.kind = 'restore') EXECUTE FUNCTION guard_restore_stop();

ALTER TABLE restores ADD CONSTRAINT restores_lost_addresses CHECK (lost_addresses >= 0);
ALTER TABLE backups ADD CONSTRAINT backups_method CHECK (method IN ('archive', 'pgbackrest'));
