/** Writes everything that a database holds into one archive. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { MIGRATION_LOCK } from "../migrations.mjs";
import { ROOT } from "../paths.mjs";
import { writeArchiveFile } from "./archive-file.mjs";
import { signEntries } from "./signature.mjs";
import { listApplied, listTables, readSequences } from "./tables.mjs";

/** Each archive names its form, so that a later version knows what it reads. */
export const FORMAT = "chaintill-backup/1";
/** A table is stored in parts of this size: neither side holds more of it in memory. */
const PART_BYTES = 4 * 2 ** 20;

const toJson = (value) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Returns the copy; its `rowCount` is valid once the connection's next statement has ended. */
async function addTable(client, { name, sql, columns }, add) {
  const copy = client.query(copyTo(`COPY ${sql} (${columns.join(", ")}) TO STDOUT`));
  let [parts, bytes, number] = [[], 0, 0];
  const flush = async () => {
    if (bytes === 0) return;
    number += 1;
    await add(`tables/${name}/${String(number).padStart(6, "0")}`, Buffer.concat(parts));
    [parts, bytes] = [[], 0];
  };
  for await (const part of copy) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= PART_BYTES) await flush();
  }
  await flush();
  return copy;
}

/** Settings files are stored by their names alone. */
function assertNamesDiffer(files) {
  const names = files.map((file) => basename(file));
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) throw new Error(`two settings files are called ${twice}`);
}

/** @throws Error unless a restore of this database could be marked as one (restore-backup.mjs) */
function assertMigrated(tables) {
  if (tables.some(({ name }) => name === "public.restores")) return;
  throw new Error("the database lacks migrations of this version: run npm run db:migrate first");
}

/**
 * Writes one consistent state of the database, while it is in use, to the file `path`, readable
 * with the secret key of any of `recipients` (age public keys). `settingsFiles` are stored beside
 * the data. With `signingKey` (64 hexadecimal digits) it is signed.
 * @returns `{ takenAt, bytes, rows, tables }`
 * @throws Error; then no file is left
 */
export async function writeBackup({ url, path, recipients, settingsFiles = [], signingKey = null }) {
  const client = new pg.Client({ connectionString: url, application_name: "chaintill backup" });
  // A lost connection fails the statement that is running.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // No migration runs meanwhile, and the snapshot is taken after the lock.
    await client.query("SELECT pg_advisory_lock_shared($1)", [MIGRATION_LOCK]);
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0");
    const { rows } = await client.query("SELECT now() AS taken_at, current_setting('server_version') AS server");
    const [{ taken_at: takenAt, server }] = rows;
    const tables = await listTables(client);
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    assertMigrated(tables);
    assertNamesDiffer(settingsFiles);
    let counts = {};
    const bytes = await writeArchiveFile(path, recipients, async (addPlain) => {
      const { add, end } = signEntries(addPlain, signingKey);
      const migrations = await listApplied(client);
      const about = { format: FORMAT, version, server, takenAt, migrations };
      const columns = Object.fromEntries(tables.map((table) => [table.name, table.columns]));
      await add("backup.json", toJson({ ...about, tables: columns }));
      for (const file of settingsFiles) await add(`settings/${basename(file)}`, readFileSync(file));
      const copies = [];
      for (const table of tables) copies.push([table.name, await addTable(client, table, add)]);
      // After the rows: a sequence is never behind them.
      const sequences = await readSequences(client);
      counts = Object.fromEntries(copies.map(([name, { rowCount }]) => [name, rowCount]));
      await add("end.json", toJson({ rows: counts, sequences }));
      await end();
    });
    const rowCount = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { takenAt, bytes, rows: rowCount, tables: tables.length };
  } finally {
    await client.end();
  }
}
