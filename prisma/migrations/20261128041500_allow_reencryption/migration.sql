-- Lets a worker encrypt the answers of payers again under another key. They are evidence, so they stay written once for the
-- web process, and for anybody under the same key: a ciphertext names its key in its first twelve bytes (lib/kernel/crypto).
-- Runs on full tables: it replaces a function. Undo: create the function of `add_aml_questionnaires` again.
SET lock_timeout = '5s';

CREATE OR REPLACE FUNCTION keep_aml_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.invoice_id IS DISTINCT FROM OLD.invoice_id
    OR (OLD.submitted_at IS NOT NULL AND NEW.submitted_at IS DISTINCT FROM OLD.submitted_at)
    OR (OLD.submitted_at IS NOT NULL AND NEW.answers IS NOT NULL AND NEW.answers IS DISTINCT FROM OLD.answers
      AND (is_web() OR OLD.answers IS NULL OR substring(NEW.answers FROM 1 FOR 4) <> 'ck1:'::bytea
        OR substring(NEW.answers FROM 1 FOR 12) = substring(OLD.answers FROM 1 FOR 12))) THEN
    RAISE EXCEPTION 'the answers of a questionnaire are written once';
  END IF;
  RETURN NEW;
END;
$$;
