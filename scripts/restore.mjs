#!/usr/bin/env node
/**
 * `npm run restore -- ARCHIVE --identity KEY`: restores a backup into the empty database of
 * DATABASE_URL (as its owner) and applies newer migrations. ARCHIVE may be a folder: its newest
 * archive. Afterwards nothing is signed, and no address of before is assigned, until the worker has
 * scanned the chains again.
 *
 * - `--lost-addresses N`: how many addresses of each family may have been assigned since the backup
 *   (default: ten times the rate of the day before it, at least 10,000)
 * - `--signed-by KEY`, repeatable: accepts only archives that the owner of this public key signed;
 *   by default those whom the key file names as signers
 * - `--any-writer`: accepts an archive of anybody. It may contain whatever its writer likes
 * - `--settings-to FOLDER`: writes the settings files of the backup there
 * - `--web-role NAME`, `--worker-role NAME`: as for `npm run db:migrate`
 * - `--mark`, instead of an archive: marks a database that was restored in another way, by
 *   pgBackRest for example, to the state of `--taken-at TIME`; without a time to the one that the
 *   server recovered to, if it has not been restarted since. Safe to repeat
 * - `--drill`: restores into a scratch database, audits it, scans the chains of this environment's
 *   nodes from there (at most `--limit 60` minutes) and lists what differs; nothing is signed or
 *   sent. Without DATABASE_URL it uses the nodes and keys of `npm run up` in --data DIR. Exit code
 *   1 if the books are wrong or a chain was not scanned. Monero is left out. `--json` for programs.
 *   With DRILL_DATABASE_URL it uses that empty database, which is empty again afterwards, instead
 *   of a server of its own
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runDrill } from "./lib/backup/drill.mjs";
import { markDatabase } from "./lib/backup/mark-restored.mjs";
import { listArchives, readKeyFile, readSigners, sandboxEnvironment } from "./lib/backup/places.mjs";
import { restoreBackup } from "./lib/backup/restore-backup.mjs";
import { PROCESS_ROLES } from "./lib/database-roles.mjs";
import { migrateDatabase } from "./lib/migrations.mjs";
import { writeFileAtomic } from "./lib/paths.mjs";
import { loadSettingFiles } from "./lib/setting-files.mjs";

loadSettingFiles();

/** Without a zone Node would read the operator's own, which is hours off elsewhere. */
const ZONED_TIME = /\d:\d{2}.*(Z|[+-]\d{2}(:?\d{2})?)$/;

function fail(message) {
  console.error(message);
  process.exit(2);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    identity: { type: "string" },
    "signed-by": { type: "string", multiple: true },
    "any-writer": { type: "boolean", default: false },
    "lost-addresses": { type: "string" },
    "settings-to": { type: "string" },
    "web-role": { type: "string" },
    "worker-role": { type: "string" },
    mark: { type: "boolean", default: false },
    "taken-at": { type: "string" },
    drill: { type: "boolean", default: false },
    limit: { type: "string", default: "60" },
    data: { type: "string", default: ".data" },
    json: { type: "boolean", default: false },
  },
});

function archiveAt(path) {
  if (!statSync(path).isDirectory()) return path;
  const [newest] = listArchives(path);
  if (newest === undefined) fail(`${path} holds no archive`);
  return newest;
}

function lostAddresses() {
  const text = values["lost-addresses"];
  if (text === undefined) return null;
  if (!/^[0-9]{1,7}$/.test(text)) fail("--lost-addresses: expected a number of at most seven digits");
  return Number(text);
}

function databaseUrl() {
  return process.env.DATABASE_URL ?? fail("Set DATABASE_URL to the database, as its owner");
}

function printMarks({ lost, withheld }) {
  console.log(
    `${withheld} free addresses, and ${lost} further ones of each family, may have been assigned since: they are watched and not assigned again.`,
  );
  console.log(
    "Nothing is signed until a worker has scanned the chains from there, and an operator has resumed sends. Start it now.",
  );
}

function takenAt() {
  const text = values["taken-at"];
  if (text === undefined) return null;
  const time = new Date(text);
  if (!ZONED_TIME.test(text) || Number.isNaN(time.getTime()))
    fail("--taken-at: expected a time with its zone, such as 2026-11-27T03:00:00Z");
  return time.toISOString();
}

if (values.mark) {
  const url = databaseUrl();
  try {
    const marks = await markDatabase({ url, takenAt: takenAt(), lostAddresses: lostAddresses() });
    if (marks.isNew) console.log(`The database is marked as restored to ${marks.takenAt}.`);
    else console.log(`It was marked as restored to ${marks.takenAt} before: nothing was changed.`);
    if (marks.isNew) printMarks(marks);
    process.exit(0);
  } catch (error) {
    console.error(`Nothing was marked: ${error.message}`);
    process.exit(1);
  }
}

const [given] = positionals;
if (given === undefined || values.identity === undefined)
  fail("usage: npm run restore -- ARCHIVE --identity KEY_FILE [--drill]");
const path = archiveAt(given);
const identity = readKeyFile(values.identity);

/** Returns the signers whose archives are accepted; null: anybody's are. */
function acceptedSigners() {
  if (values["any-writer"]) return null;
  const signers = values["signed-by"] ?? readSigners(values.identity);
  if (signers.length === 0)
    fail(
      `${values.identity} does not say who signs the archives: name the signer (--signed-by ed25519:...), or accept one of anybody (--any-writer) if nobody else could write to its place`,
    );
  return signers;
}

const options = { path, identity, signers: acceptedSigners(), lostAddresses: lostAddresses() };

function restore(url) {
  return restoreBackup({
    ...{ ...options, url, acceptsRestored: true },
    onSettings: ({ name, bytes }) => {
      if (values["settings-to"]) writeFileAtomic(join(values["settings-to"], name), bytes);
    },
  });
}

async function migrate(url) {
  const roles = { web: values["web-role"] ?? PROCESS_ROLES.web, worker: values["worker-role"] ?? PROCESS_ROLES.worker };
  try {
    const { applied, notes } = await migrateDatabase(url, process.env.SECRET_KEY, roles, { isStopped: true });
    if (applied.length > 0) console.log(`applied ${applied.join(", ")}`);
    for (const note of notes) console.log(note);
  } catch (error) {
    console.error(`The backup is restored; the migrations are not: ${error.message}. Run npm run db:migrate.`);
    process.exitCode = 1;
  }
}

const MINUTE_MS = 60_000;
const LOST_IN_DRILL = 1_000;

function printLines(title, lines) {
  if (lines.length === 0) return;
  console.log(title);
  for (const line of lines) console.log(`  ${line}`);
}

function printDrill({ takenAt, rows, books, chains }) {
  console.log(`${path}: ${rows} rows as of ${takenAt}`);
  if (!books.isComplete) console.log(`The books could not be audited: ${books.failure}`);
  else if (books.differences.length === 0) console.log("The books are clean.");
  printLines("The books are WRONG:", books.differences);
  if (chains === null) console.log("No NODE_URLS_<NETWORK> is set: no chain was scanned.");
  else printChains(chains);
}

function printChains({ unscanned, deposits, cases, alarms, custody, log }) {
  printLines(`Not scanned to the head: ${unscanned.join(", ")}`, log);
  if (deposits.length === 0) console.log("No payment arrived after the backup.");
  printLines("Payments that arrived after the backup:", [
    ...deposits.map(({ coin, owner, count, amount }) => `${coin}: ${count} to ${owner}, ${amount}`),
    ...cases.map(({ kind, count }) => `cases "${kind}": ${count}`),
  ]);
  printLines(
    "Alarms:",
    alarms.map(({ kind, message }) => `${kind}: ${message}`),
  );
  if (!custody.isComplete) console.log(`The chains could not be compared: ${custody.failure}`);
  else if (custody.differences.length === 0) console.log("Books and chains agree.");
  printLines("What moved since the backup, or is missing:", custody.differences);
  printLines("Not compared:", custody.skipped);
}

try {
  if (values.drill) {
    const own = process.env.DATABASE_URL ? {} : sandboxEnvironment(values.data);
    const limitMs = Number(values.limit) * MINUTE_MS;
    const environment = { ...own, ...process.env };
    const lost = lostAddresses() ?? LOST_IN_DRILL;
    const databaseUrl = process.env.DRILL_DATABASE_URL || null;
    const result = await runDrill({ ...options, environment, limitMs, lostAddresses: lost, databaseUrl });
    if (values.json) console.log(JSON.stringify(result));
    else printDrill(result);
    const { books, chains } = result;
    const areBooksGood = books.isComplete && books.differences.length === 0;
    const areChainsRead = chains === null || (chains.unscanned.length === 0 && chains.custody.isComplete);
    process.exitCode = areBooksGood && areChainsRead ? 0 : 1;
  } else {
    const url = databaseUrl();
    const { takenAt, version, rows, ...marks } = await restore(url);
    console.log(`${path}: ${rows} rows as of ${takenAt}, written by version ${version}`);
    await migrate(url);
    printMarks(marks);
  }
} catch (error) {
  console.error(`Nothing was restored: ${error.message}`);
  process.exitCode = 1;
}
