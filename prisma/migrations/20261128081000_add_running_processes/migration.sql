-- Running processes of web and worker with their versions. A contract migration waits until none of another version is
-- left.
-- Runs on full tables: a new, small table.
-- Undo: drop the table and hold_running_process().
SET lock_timeout = '5s';

-- CreateTable
CREATE TABLE "running_processes" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "running_processes_pkey" PRIMARY KEY ("id")
);

ALTER TABLE running_processes ADD CONSTRAINT running_processes_kind CHECK (kind IN ('web', 'worker'));
-- Printed on the terminal of whoever upgrades: no escape sequences.
ALTER TABLE running_processes ADD CONSTRAINT running_processes_version CHECK (version ~ '^[!-~]{1,100}$');
ALTER TABLE running_processes ADD CONSTRAINT running_processes_host CHECK (host ~ '^[ -~]{1,255}$');

-- No row is seen in the future, where it would block contract migrations for ever. A web process lists, sees and removes
-- web processes alone, none of them in the past; of workers it removes only rows that have not counted for a day.
CREATE FUNCTION hold_running_process() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.kind <> 'web' AND is_web()
     AND NOT (TG_OP = 'DELETE' AND OLD.last_seen_at < now() - interval '1 day') THEN
    RAISE EXCEPTION 'running process %: not a web process', OLD.id USING ERRCODE = 'CT005';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  IF is_web() THEN
    IF NEW.kind <> 'web' THEN
      RAISE EXCEPTION 'running process %: not a web process', NEW.id USING ERRCODE = 'CT005';
    END IF;
    NEW.last_seen_at := clock_timestamp();
  END IF;
  -- The column would round it up, to the next millisecond.
  NEW.last_seen_at := least(NEW.last_seen_at, date_trunc('milliseconds', clock_timestamp()));
  RETURN NEW;
END $$;
CREATE TRIGGER running_processes_web_guard BEFORE INSERT OR UPDATE OR DELETE ON running_processes
  FOR EACH ROW EXECUTE FUNCTION hold_running_process();
