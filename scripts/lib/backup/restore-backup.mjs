/**
 * Restores an archive into an empty database, so that nothing is signed and no address of before is
 * assigned until the worker has scanned the chains again (lib/run/worker/finish-restore.ts).
 */

import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { buildSchema } from "../migrations.mjs";
import { readMigrations } from "../schema-files.mjs";
import { withClient } from "../with-client.mjs";
import { readArchiveFile } from "./archive-file.mjs";
import { markRestored } from "./mark-restored.mjs";
import { isEmptyDatabase, listTables } from "./tables.mjs";
import { FORMAT } from "./write-backup.mjs";

const SETTINGS_FILES_MAX = 100;

function parse(entry, name) {
  if (entry?.name !== name) throw new Error(`This file is not a backup of this program: ${name} is missing`);
  return JSON.parse(entry.bytes.toString("utf8"));
}

function assertReadable({ format, version, migrations }) {
  if (format !== FORMAT) throw new Error(`The backup has the form ${format}; this version reads ${FORMAT}`);
  const known = new Set(readMigrations().map(({ name }) => name));
  const newer = migrations.find((name) => !known.has(name));
  if (newer !== undefined)
    throw new Error(
      `The backup was made by version ${version}, which has the migration ${newer}. Restore it with that version`,
    );
}

/**
 * Runs `load` without triggers and foreign keys, whatever the order of the tables: the rows have
 * passed the triggers before, and the foreign keys are checked for all rows when they are added
 * again.
 */
async function withoutRules(client, tables, load) {
  const { rows: keys } = await client.query(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::regclass[])`,
    [tables.map(({ sql }) => sql)],
  );
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { sql } of tables) await client.query(`ALTER TABLE ${sql} DISABLE TRIGGER USER`);
  const result = await load();
  for (const { sql } of tables) await client.query(`ALTER TABLE ${sql} ENABLE TRIGGER USER`);
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  return result;
}

/**
 * Loads the entries of all tables. Returns the number of rows of each, and the first entry after
 * them.
 */
async function loadTables(client, about, tables, entries) {
  const existing = new Map(tables.map((table) => [table.name, table]));
  const missing = Object.keys(about.tables).find((name) => !existing.has(name));
  if (missing !== undefined) throw new Error(`The database has no table ${missing}`);
  for (const [name, columns] of Object.entries(about.tables)) {
    const unknown = columns.find((column) => !existing.get(name).columns.includes(column));
    if (unknown !== undefined) throw new Error(`${name} has no column ${unknown}`);
  }
  const all = Object.keys(about.tables).map((name) => existing.get(name).sql);
  // Migrations write the first rows of some tables.
  await client.query(`TRUNCATE ${all.join(", ")}`);
  const counts = Object.fromEntries(Object.keys(about.tables).map((name) => [name, 0]));
  let entry = await entries.next();
  while (!entry.done && entry.value.name.startsWith("tables/")) {
    const table = entry.value.name.split("/")[1];
    const columns = about.tables[table];
    if (columns === undefined) throw new Error(`The backup names no columns of ${table}`);
    const parts = async function* () {
      while (!entry.done && entry.value.name.startsWith(`tables/${table}/`)) {
        yield entry.value.bytes;
        entry = await entries.next();
      }
    };
    const copy = client.query(copyFrom(`COPY ${existing.get(table).sql} (${columns.join(", ")}) FROM STDIN`));
    await pipeline(Readable.from(parts()), copy);
    counts[table] += copy.rowCount;
  }
  return { counts, entry };
}

function assertComplete(counts, rows) {
  for (const [table, count] of Object.entries(rows))
    if (counts[table] !== count) throw new Error(`${table} has ${counts[table]} of its ${count} rows`);
}

/**
 * Restores the archive at `path` into the empty database of `url`, which its user owns: in one
 * transaction, so that either everything is there or nothing. Newer migrations are applied by `npm
 * run db:migrate` afterwards.
 * @param lostAddresses how many addresses of each family may have been assigned since the backup;
 *   null: estimated
 * @param onSettings gets `{ name, bytes }` of each settings file
 * @returns `{ takenAt, version, rows, lost, withheld }`
 * @throws Error with the reason; then the database is empty again
 */
export function restoreBackup({ url, path, identity, lostAddresses = null, onSettings = () => undefined }) {
  return withClient(url, async (client) => {
    if (!(await isEmptyDatabase(client))) throw new Error("The database has tables already: name an empty one");
    const entries = readArchiveFile(path, identity);
    let restored;
    try {
      const about = parse((await entries.next()).value, "backup.json");
      assertReadable(about);
      restored = await load(client, { url, about, entries, lostAddresses }).catch(async (error) => {
        await empty(client);
        throw error;
      });
    } finally {
      await entries.return();
    }
    await client.query("ANALYZE").catch(() => undefined);
    const { settings, ...result } = restored;
    for (const one of settings) onSettings(one);
    return result;
  });
}

/** Builds the schema, and loads and marks the rows in one transaction. */
async function load(client, { url, about, entries, lostAddresses }) {
  const settings = [];
  await buildSchema(url, about.migrations);
  await client.query("BEGIN");
  await client.query("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0");
  const tables = await listTables(client);
  const reader = withoutSettings(entries, settings);
  const { counts, entry } = await withoutRules(client, tables, () => loadTables(client, about, tables, reader));
  const { rows, sequences } = parse(entry.value, "end.json");
  assertComplete(counts, rows);
  // Only now is the whole file known to be as it was written.
  if (!(await reader.next()).done) throw new Error("The backup continues after its end");
  for (const [name, value] of Object.entries(sequences))
    await client.query("SELECT setval($1::regclass, $2::bigint)", [name, value]);
  const marks = await markRestored(client, about.takenAt, lostAddresses);
  await client.query("COMMIT");
  const rowCount = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { takenAt: about.takenAt, version: about.version, rows: rowCount, settings, ...marks };
}

/** Empties a database that a restore has filled. */
export async function emptyDatabase(url) {
  await withClient(url, empty);
}

/** Removes what the failed restore built, so that it can be repeated. The database was empty. */
async function empty(client) {
  await client.query("ROLLBACK").catch(() => undefined);
  await client
    .query("DROP SCHEMA IF EXISTS graphile_worker CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    .catch(() => undefined);
}

/** Passes on everything but the settings files, which it collects. */
async function* withoutSettings(entries, settings) {
  for await (const entry of entries) {
    const [, name] = /^settings\/([\w-][\w.-]*)$/.exec(entry.name) ?? [];
    if (name === undefined) yield entry;
    else settings.push({ name, bytes: entry.bytes });
    if (settings.length > SETTINGS_FILES_MAX) throw new Error("The backup has too many settings files");
  }
}
