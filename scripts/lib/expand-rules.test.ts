import { describe, expect, test } from "vitest";
import { findBreaking } from "@/scripts/lib/expand-rules.mjs";
import { isContract, LAST_UNPHASED } from "@/scripts/lib/phases.mjs";
import { readMigrations } from "@/scripts/lib/schema-files.mjs";

test("no expand migration waits for a lock without a limit, or does what the version before does not survive, unless it says why it does", () => {
  const names = readMigrations().map(({ name }) => name);
  expect(names).toContain(LAST_UNPHASED);
  const judged = readMigrations().filter(({ name }) => name > LAST_UNPHASED && !isContract(name));
  const isBounded = (sql: string) => /^SET lock_timeout = '\ds';$/m.test(sql) || /\bINDEX CONCURRENTLY\b/.test(sql);
  expect(judged.filter(({ sql }) => !isBounded(sql)).map(({ name }) => name)).toEqual([]);
  expect(judged.flatMap(({ name, sql }) => findBreaking(sql).map((line) => `${name}: ${line}`))).toEqual([]);
});

describe("refused in an expand migration", () => {
  test.each([
    "DROP TABLE payouts;",
    "drop table payouts;",
    'ALTER TABLE "payouts" DROP COLUMN "note";',
    "ALTER TABLE payouts ALTER COLUMN note DROP DEFAULT;",
    'ALTER TABLE "payouts" RENAME COLUMN "note" TO "memo";',
    "ALTER TABLE payouts RENAME TO outflows;",
    "ALTER TABLE payouts ALTER COLUMN note SET NOT NULL;",
    'ALTER TABLE "payouts" ALTER COLUMN "note" SET DATA TYPE TEXT;',
    "ALTER TABLE payouts ALTER note TYPE text;",
    'ALTER TABLE "payouts" ADD COLUMN "memo" TEXT NOT NULL;',
    "ALTER TABLE payouts ADD COLUMN a text NOT NULL DEFAULT '', ADD COLUMN memo text NOT NULL;",
    "ALTER TABLE payouts ADD COLUMN fee numeric(60, 18) NOT NULL, ADD COLUMN a text;",
    "ALTER TYPE payout_status ADD VALUE 'held';",
    "ALTER TABLE payouts ADD CONSTRAINT small CHECK (amount < 1);",
    "CREATE UNIQUE INDEX one ON payouts (note);",
    "CREATE INDEX found ON payouts (memo);",
    "DROP INDEX payouts_order_id_key;",
    "CREATE TRIGGER guard BEFORE INSERT ON payouts FOR EACH ROW EXECUTE FUNCTION guard();",
    "CREATE OR REPLACE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;",
    "REVOKE INSERT ON payouts FROM chaintill_web;",
    "UPDATE payouts SET memo = 'DROP TABLE payouts; RENAME';",
    "WITH old AS (SELECT id FROM payouts) UPDATE payouts SET memo = '' FROM old WHERE payouts.id = old.id;",
    "WITH gone AS (DELETE FROM payouts RETURNING id) SELECT count(*) FROM gone;",
    'delete from "payouts" where memo is null;',
    "MERGE INTO payouts USING notes ON notes.id = payouts.id WHEN MATCHED THEN DELETE;",
    "LOCK TABLE payouts IN SHARE MODE;",
    "TRUNCATE payouts;",
    "-- Later.\nDO $$ BEGIN PERFORM 1; END $$;",
    'CREATE TABLE notes (id int, payout_id uuid REFERENCES "payouts" ("id"));',
    'CREATE TABLE notes (id int); ALTER TABLE notes ADD CONSTRAINT of FOREIGN KEY ("id") REFERENCES payouts(id);',
    "ALTER TABLE payouts ADD COLUMN note_id int REFERENCES notes (id);",
    "CREATE TABLE notes (id int); TRUNCATE notes, payouts;",
  ])("%s", (sql) => {
    expect(findBreaking(sql)).toHaveLength(1);
  });
});

describe("accepted in an expand migration", () => {
  test.each([
    "ALTER TABLE payouts ADD COLUMN memo text;",
    "ALTER TABLE payouts ADD COLUMN memo text NOT NULL DEFAULT '';",
    "ALTER TABLE payouts ADD COLUMN fee numeric(60, 18) NOT NULL DEFAULT 0;",
    "CREATE INDEX CONCURRENTLY found ON payouts (memo);",
    "CREATE TABLE notes (id int NOT NULL); ALTER TABLE notes ADD CONSTRAINT some CHECK (id > 0); CREATE UNIQUE INDEX one ON notes (id);",
    "-- It is no longer possible to DROP TABLE payouts;\nSELECT 1;",
    "CREATE FUNCTION later() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE x; ALTER TABLE y RENAME TO z; END $$;",
    "INSERT INTO notes (memo) VALUES ('DROP TABLE payouts; UPDATE payouts');",
    "CREATE TABLE notes (id int); UPDATE notes SET id = 1; DELETE FROM notes; LOCK TABLE notes; TRUNCATE notes;",
    "CREATE TABLE notes (id int); CREATE TABLE pages (id int, note_id int REFERENCES notes (id) ON DELETE CASCADE ON UPDATE CASCADE);",
    "GRANT UPDATE, DELETE ON payouts TO chaintill_web;",
    "-- survives: it holds nothing of payouts that it deletes.\nCREATE TABLE notes (payout_id uuid REFERENCES payouts (id));",
    "-- survives: the version before writes no memo.\nALTER TABLE payouts ADD CONSTRAINT short CHECK (length(memo) < 9);",
  ])("%s", (sql) => {
    expect(findBreaking(sql)).toEqual([]);
  });

  test("a reason counts for its own statement alone", () => {
    const sql = "-- survives: nobody reads it.\nDROP VIEW a;\nDROP VIEW b;";
    expect(findBreaking(sql)).toEqual([expect.stringMatching(/^DROP VIEW b: /)]);
  });
});
