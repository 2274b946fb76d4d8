SET lock_timeout = '5s';

-- The operator's lists page by time over all networks and merchants.
-- Undo: drop the indexes named below.
CREATE INDEX sweeps_newest ON sweeps (created_at, id);
CREATE INDEX cases_locked ON cases (opened_at, id) WHERE kind = 'locked';
