-- Running processes of web and worker with their versions. A contract migration waits until none of another version is
-- left.
-- Runs on full tables: a new, small table.
-- Undo: drop the table.
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
