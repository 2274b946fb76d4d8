-- What each worker process does. Rows of workers that do not say so do everything, as all did before.
-- Which jobs it runs, so that none is taken from one that still runs.
-- Undo: ALTER TABLE worker_heartbeats DROP COLUMN roles, DROP COLUMN running_jobs.
SET lock_timeout = '5s';

ALTER TABLE "worker_heartbeats" ADD COLUMN "roles" TEXT[] DEFAULT ARRAY['watch', 'settle', 'send', 'webhooks']::TEXT[];
ALTER TABLE "worker_heartbeats" ADD COLUMN "running_jobs" TEXT[] DEFAULT ARRAY[]::TEXT[];
