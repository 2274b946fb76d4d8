-- The doctor and the operator's notifications count the attempts of the last hour: without this they read the whole table (decision 0068).
-- Runs on full tables: one read of the table, about two seconds for a million rows, during which no attempt can be recorded; workers wait.
-- Undo: drop the index.
SET lock_timeout = '5s';

-- CreateIndex
CREATE INDEX "webhook_attempts_started_at_idx" ON "webhook_attempts" USING BRIN ("started_at");
