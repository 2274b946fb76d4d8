-- The objects with undelivered webhooks, so that a worker claims many that are due with one statement. Until now each
-- object had a job of the queue, which cost more than sending.
-- Runs on full tables: a small new table, filled from the partial index of waiting deliveries.
-- Undo: drop the table and the functions made here with CASCADE. Workers of the former release look for events without a
-- job every minute.
SET lock_timeout = '5s';

-- CreateTable
CREATE TABLE "webhook_queue" (
    "object_kind" TEXT NOT NULL,
    "object_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "is_retry" BOOLEAN NOT NULL,

    CONSTRAINT "webhook_queue_pkey" PRIMARY KEY ("object_kind","object_id")
);

-- CreateIndex
CREATE INDEX "webhook_queue_is_retry_due_at_idx" ON "webhook_queue"("is_retry", "due_at");

-- Its rows live for seconds.
ALTER TABLE webhook_queue SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Tried or turned away before, and not sent again by a person.
CREATE FUNCTION is_retry(d webhook_deliveries) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (d.attempt_count > 0 OR d.next_attempt_at > d.created_at + interval '1 second') AND d.delivered_at IS NULL AND d.resend_count = 0
$$;

-- A row that is there belongs to an earlier event. It is locked nevertheless: whoever deletes it must see this event.
CREATE FUNCTION queue_new_deliveries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO webhook_queue AS q (object_kind, object_id, due_at, is_retry)
  SELECT DISTINCT ON (object_kind, object_id) object_kind, object_id, greatest(next_attempt_at, claimed_until), false
  FROM inserted WHERE state = 'pending' ORDER BY object_kind, object_id, sequence
  ON CONFLICT (object_kind, object_id) DO UPDATE SET due_at = q.due_at;
  IF FOUND THEN PERFORM pg_notify('webhooks', ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_deliveries_insert AFTER INSERT ON webhook_deliveries
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION queue_new_deliveries();

-- Each statement sees what was committed before it began, so the rows are locked before the oldest events are read.
CREATE FUNCTION queue_changed_deliveries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_any_due boolean;
BEGIN
  PERFORM FROM webhook_queue q JOIN (SELECT DISTINCT object_kind, object_id FROM changed) c USING (object_kind, object_id)
  ORDER BY q.object_kind, q.object_id FOR UPDATE OF q;
  WITH oldest AS (
    INSERT INTO webhook_queue AS q (object_kind, object_id, due_at, is_retry)
    SELECT c.object_kind, c.object_id, greatest(d.next_attempt_at, d.claimed_until), d.is_retry
    FROM (SELECT DISTINCT object_kind, object_id FROM changed) c CROSS JOIN LATERAL (
      SELECT e.next_attempt_at, e.claimed_until, is_retry(e) FROM webhook_deliveries e
      WHERE e.object_kind = c.object_kind AND e.object_id = c.object_id AND e.state = 'pending' ORDER BY e.sequence LIMIT 1) d
    ORDER BY 1, 2
    ON CONFLICT (object_kind, object_id) DO UPDATE SET due_at = excluded.due_at, is_retry = excluded.is_retry
    RETURNING q.due_at)
  SELECT bool_or(due_at <= clock_timestamp()) INTO is_any_due FROM oldest;
  -- A subquery that cannot become a join: one would read all that is pending.
  DELETE FROM webhook_queue q USING changed c
  WHERE q.object_kind = c.object_kind AND q.object_id = c.object_id AND (
    SELECT e.id FROM webhook_deliveries e
    WHERE e.object_kind = c.object_kind AND e.object_id = c.object_id AND e.state = 'pending' LIMIT 1) IS NULL;
  IF is_any_due THEN PERFORM pg_notify('webhooks', ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_deliveries_update AFTER UPDATE ON webhook_deliveries
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_deliveries();
CREATE TRIGGER webhook_deliveries_delete AFTER DELETE ON webhook_deliveries
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_deliveries();

CREATE OR REPLACE FUNCTION guard_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payload, NEW.url, NEW.object_kind, NEW.object_id) IS DISTINCT FROM (OLD.payload, OLD.url, OLD.object_kind, OLD.object_id) THEN
    RAISE EXCEPTION 'delivery %: the bytes stay as they were written', OLD.id USING ERRCODE = 'CT002';
  END IF;
  RETURN NEW;
END $$;

INSERT INTO webhook_queue (object_kind, object_id, due_at, is_retry)
SELECT DISTINCT ON (object_kind, object_id) object_kind, object_id, greatest(next_attempt_at, claimed_until), is_retry(d)
FROM webhook_deliveries d WHERE state = 'pending' ORDER BY object_kind, object_id, sequence;

-- The jobs that it replaces; a new database has no queue of jobs yet.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND t.identifier IN ('deliver-webhook', 'requeue-stranded-deliveries');
  END IF;
END $$;
