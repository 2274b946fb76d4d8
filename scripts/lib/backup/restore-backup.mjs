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
import { verifyEntries } from "./signature.mjs";
import { isEmptyDatabase, listTables } from "./tables.mjs";
import { FORMAT } from "./write-backup.mjs";

const SETTINGS_FILES_MAX = 100;
/**
 * A schema that exists while a database is being filled: what a killed restore left is emptied by
 * the next one.
 */
const UNFINISHED = "restore_in_progress";
/** One restore into a database at a time. */
const RESTORE_LOCK = 4_708_001_117;

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
 * run db:migrate` afterwards. After a kill the same call begins again.
 * @param lostAddresses how many addresses of each family may have been assigned since the backup;
 *   null: estimated
 * @param signers the public keys of the writers that are accepted; null: anybody
 * @param acceptsRestored whether the database may hold this very backup, as the call left it that
 *   was killed after its commit, and no worker has used it since: then its rows stay
 * @param onSettings gets `{ name, bytes }` of each settings file
 * @returns `{ takenAt, version, rows, lost, withheld }`
 * @throws Error with the reason; then the database is empty again, or as it was
 */
export function restoreBackup(options) {
  const { url, path, identity, signers, lostAddresses = null, acceptsRestored = false } = options;
  return withClient(url, async (client) => {
    await claimDatabase(client);
    const entries = verifyEntries(readArchiveFile(path, identity), signers);
    let restored;
    try {
      const about = parse((await entries.next()).value, "backup.json");
      assertReadable(about);
      const marks = await findRestored(client, acceptsRestored ? about.takenAt : null);
      restored =
        marks === null
          ? await loadOrEmpty(client, { url, about, entries, lostAddresses })
          : { ...(await readThrough(entries, about)), ...marks };
    } finally {
      await entries.return();
    }
    await client.query("ANALYZE").catch(() => undefined);
    const { settings, ...result } = restored;
    for (const one of settings) options.onSettings?.(one);
    return result;
  });
}

/** A killed restore left no row in these: all are loaded in one transaction. */
const NEVER_LEFT = ["users", "merchants", "addresses", "journal_entries"].map((name) => `public.${name}`);

async function hasRows(client, table) {
  const { rows } = await client.query("SELECT to_regclass($1) AS name", [table]);
  return rows[0].name !== null && (await client.query(`SELECT FROM ${table} LIMIT 1`)).rowCount > 0;
}

/**
 * Keeps other restores away, and empties what a killed one left.
 * @throws Error if another one runs, or the database came into use after the kill
 */
async function claimDatabase(client) {
  const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS free, to_regnamespace($2) AS left", [
    RESTORE_LOCK,
    UNFINISHED,
  ]);
  const [{ free, left }] = rows;
  if (!free) throw new Error("Another restore into this database is running");
  if (left === null) return;
  for (const table of NEVER_LEFT)
    if (await hasRows(client, table)) throw new Error(`The database is in use: ${table} has rows. Name an empty one`);
  await empty(client);
}

/**
 * Returns the marks of a restore of this state that no worker has used, `{ lost, withheld }`; null
 * if the database is empty.
 * @param takenAt null: there may be none
 * @throws Error if the database holds anything else
 */
async function findRestored(client, takenAt) {
  if (await isEmptyDatabase(client)) return null;
  const { rows } = (await hasRows(client, "public.restores"))
    ? await client.query(
        `SELECT lost_addresses AS lost, 0 AS withheld FROM restores
         WHERE id = (SELECT max(id) FROM restores) AND backup_taken_at = $1 AND addresses_withheld_at IS NULL`,
        [takenAt],
      )
    : { rows: [] };
  if (rows.length === 0) throw new Error("The database has tables already: name an empty one");
  return rows[0];
}

/** Reads a backup whose rows are in the database to its end, which proves it. */
async function readThrough(entries, { takenAt, version }) {
  const settings = [];
  let last;
  for await (const entry of withoutSettings(entries, settings)) last = entry;
  return { takenAt, version, rows: sumOf(parse(last, "end.json").rows), settings };
}

const sumOf = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

const loadOrEmpty = (client, options) =>
  load(client, options).catch(async (error) => {
    await empty(client);
    throw error;
  });

/** Builds the schema, and loads and marks the rows in one transaction. */
async function load(client, { url, about, entries, lostAddresses }) {
  const settings = [];
  await client.query(`CREATE SCHEMA ${UNFINISHED}`);
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
  await client.query(`DROP SCHEMA ${UNFINISHED}`);
  await client.query("COMMIT");
  return { takenAt: about.takenAt, version: about.version, rows: sumOf(counts), settings, ...marks };
}

/** Empties a database that a restore has filled. */
export async function emptyDatabase(url) {
  await withClient(url, empty);
}

/** Removes what the failed restore built, so that it can be repeated. The database was empty. */
async function empty(client) {
  await client.query("ROLLBACK").catch(() => undefined);
  await client
    .query(
      `DROP SCHEMA IF EXISTS graphile_worker CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS ${UNFINISHED}`,
    )
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
