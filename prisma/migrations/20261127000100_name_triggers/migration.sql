-- Triggers and functions are named by what they do: notify a page, guard what the web process writes, refuse to delete or to change. Runs on full
-- tables: names are catalog entries, each table is locked for a moment, and no row is written.
-- Undo: the same with old and new exchanged, and the functions that notify pages as before.
SET lock_timeout = '5s';

DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT t.tgname AS old_name, t.tgrelid::regclass AS on_table,
      CASE
        WHEN t.tgname IN ('added_tokens_held') THEN 'added_tokens_guard'
        WHEN t.tgname IN ('aml_questionnaires_kept') THEN 'aml_questionnaires_guard'
        WHEN t.tgname IN ('merchants_wallet_owner_kept') THEN 'merchants_wallet_owner_immutable'
        WHEN t.tgname LIKE '%\_tell\_page%' THEN replace(t.tgname, '_tell_page', '_notify_page')
        WHEN t.tgname ~ '_held$' THEN regexp_replace(t.tgname, '_held$', '_web_guard')
        WHEN t.tgname ~ '_held_(moment|state|booking)$' THEN regexp_replace(t.tgname, '_held_(moment|state|booking)$', '_web_guard_\1')
        WHEN t.tgname ~ '_kept$' THEN regexp_replace(t.tgname, '_kept$', '_no_delete')
        WHEN t.tgname ~ '_frozen$' THEN regexp_replace(t.tgname, '_frozen$', '_immutable')
      END AS new_name
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND NOT t.tgisinternal ORDER BY 2, 1
  LOOP
    IF found.new_name IS NOT NULL THEN
      EXECUTE format('ALTER TRIGGER %I ON %s RENAME TO %I', found.old_name, found.on_table, found.new_name);
    END IF;
  END LOOP;
END $$;

ALTER FUNCTION tell_page(uuid) RENAME TO notify_page;
ALTER FUNCTION tell_page_of_row() RENAME TO notify_page_of_row;
ALTER FUNCTION tell_pages_of_deposits() RENAME TO notify_pages_of_deposits;
ALTER FUNCTION tell_pages_of_network() RENAME TO notify_pages_of_network;
CREATE OR REPLACE FUNCTION notify_page_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_page((to_jsonb(NEW) ->> TG_ARGV[0])::uuid);
  RETURN NULL;
END;
$$;
CREATE OR REPLACE FUNCTION notify_pages_of_deposits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_page(owner_id) FROM (SELECT DISTINCT owner_id FROM added WHERE owner_id IS NOT NULL) AS owners;
  RETURN NULL;
END;
$$;
