-- Severities as monitoring systems name them: ok, warning, error, critical. What the doctor's last tries wrote down keeps its moment, so that
-- "since" stays true. Runs on full tables: some rows of `probes`, one for each thing that workers try.
-- Undo: the same statements with old and new exchanged.
SET lock_timeout = '5s';

ALTER TABLE probes RENAME COLUMN says TO summary;
ALTER TABLE probes RENAME COLUMN mend TO remedy;

UPDATE probes SET state = CASE state WHEN 'good' THEN 'ok' WHEN 'look' THEN 'warning' WHEN 'wrong' THEN 'error' WHEN 'money' THEN 'critical' END
  WHERE state IN ('good', 'look', 'wrong', 'money');
