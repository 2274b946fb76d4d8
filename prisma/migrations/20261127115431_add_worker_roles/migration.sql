-- What each worker process does. Rows of workers that do not say so do everything, as all did before.
-- Undo: ALTER TABLE worker_heartbeats DROP COLUMN roles.
SET lock_timeout = '5s';

ALTER TABLE "worker_heartbeats" ADD COLUMN "roles" TEXT[] DEFAULT ARRAY['watch', 'settle', 'send', 'webhooks']::TEXT[];
