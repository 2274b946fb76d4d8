-- People have preferences for notifications, a signature was used, and a worker was last seen. Runs on full tables: names are catalog entries, and
-- no row is written.
-- Undo: the same statements with old and new exchanged.
SET lock_timeout = '5s';

ALTER TABLE notification_choices RENAME TO notification_preferences;
ALTER TABLE notification_preferences RENAME CONSTRAINT notification_choices_pkey TO notification_preferences_pkey;
ALTER TABLE notification_preferences RENAME CONSTRAINT notification_choices_user_id_fkey TO notification_preferences_user_id_fkey;

ALTER TABLE spent_signatures RENAME TO used_signatures;
ALTER TABLE used_signatures RENAME CONSTRAINT spent_signatures_pkey TO used_signatures_pkey;
ALTER INDEX spent_signatures_expires_at_idx RENAME TO used_signatures_expires_at_idx;

ALTER TABLE worker_heartbeats RENAME COLUMN beat_at TO last_seen_at;
