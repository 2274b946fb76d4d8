-- API keys are to be sealed for their merchant and kind as well. No SQL can do that, because SECRET_KEY is not in the database: what is here
-- gets form 1, and `npm run db:migrate` seals it anew after the migrations and validates the check. Runs on full tables in a moment.
-- Undo: drop the column; keys that were sealed anew have to be made anew.
ALTER TABLE "api_keys" ADD COLUMN     "sealed_form" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "api_keys" ALTER COLUMN "sealed_form" SET DEFAULT 2;

ALTER TABLE api_keys ADD CONSTRAINT api_keys_sealed_form CHECK (sealed_form = 2) NOT VALID;
