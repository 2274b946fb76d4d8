#!/usr/bin/env node
/**
 * `npm run backup -- --to FOLDER`: writes one consistent, encrypted archive of the database of
 * DATABASE_URL (as its owner) while it is in use, and records it. Without DATABASE_URL: of what
 * `npm run up` keeps in --data DIR (default .data), with its keys.
 *
 * - `--recipient age1...`, repeatable, or BACKUP_RECIPIENTS: who can read it. The secret key is not
 *   needed here and should not be on this machine
 * - `--settings FILE`, repeatable: stored beside the data, for example worker.env and the seed's
 *   key
 * - `--keep 14`: deletes the oldest archives in the folder beyond this number; 0 keeps all
 * - BACKUP_SIGNING_KEY, 64 hexadecimal digits: signs the archive, so that a restore refuses others
 * - `--new-key FILE`: only creates a key pair; prints the public key. The file names the signer of
 *   BACKUP_SIGNING_KEY
 * - `--signer`: only prints the public key of BACKUP_SIGNING_KEY
 * - `--list`: only lists the archives in the folder
 * - `--record-pgbackrest STANZA`: only records the newest backup of pgBackRest of this database, if
 *   pgBackRest says that it can be restored; exit code 1 otherwise
 */
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { askPgbackrest } from "./lib/backup/pgbackrest.mjs";
import {
  archiveName,
  createKeyFile,
  listAbandoned,
  listArchives,
  noteSigner,
  readRecipient,
  readSandbox,
} from "./lib/backup/places.mjs";
import { recordBackup } from "./lib/backup/record-backup.mjs";
import { signerOf } from "./lib/backup/signature.mjs";
import { writeBackup } from "./lib/backup/write-backup.mjs";
import { dataPaths } from "./lib/data-folder.mjs";
import { loadSettingFiles } from "./lib/setting-files.mjs";

loadSettingFiles();

const KEPT = "14";
const MEGABYTE = 2 ** 20;

function fail(message) {
  console.error(message);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    to: { type: "string" },
    recipient: { type: "string", multiple: true },
    settings: { type: "string", multiple: true, default: [] },
    keep: { type: "string", default: KEPT },
    data: { type: "string", default: ".data" },
    "new-key": { type: "string" },
    signer: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    "record-pgbackrest": { type: "string" },
  },
});

const sizeOf = (bytes) => (bytes < MEGABYTE ? `${Math.ceil(bytes / 1_024)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`);

const environmentKey = process.env.BACKUP_SIGNING_KEY || null;

function signer() {
  try {
    return environmentKey === null ? null : signerOf(environmentKey);
  } catch (error) {
    return fail(error.message);
  }
}

/**
 * The sandbox's own key lies beside its data: it protects a copy that is kept elsewhere, not this
 * machine.
 */
async function sandboxRecipients(file, signingKey) {
  if (!existsSync(file)) {
    await createKeyFile(file);
    console.log(`Created the secret key ${file}. Without it no backup can be restored: keep a copy elsewhere.`);
  }
  noteSigner(file, signerOf(signingKey));
  return [await readRecipient(file)];
}

async function source() {
  const named = values.recipient ?? (process.env.BACKUP_RECIPIENTS ?? "").split(",").filter(Boolean);
  if (process.env.DATABASE_URL) {
    if (named.length === 0)
      fail("Name who can read the backup: --recipient age1... (npm run backup -- --new-key FILE creates a key pair)");
    if (!values.to) fail("Name the folder for the archive: --to FOLDER");
    const own = { url: process.env.DATABASE_URL, signingKey: environmentKey };
    return { ...own, recipients: named, folder: values.to, settingsFiles: values.settings };
  }
  const data = resolve(values.data);
  const paths = dataPaths(data);
  const sandbox = readSandbox(data);
  if (sandbox === null) fail(`${data} holds no installation: set DATABASE_URL, or name its folder with --data DIR`);
  const { url, signingKey } = sandbox;
  const recipients = named.length > 0 ? named : await sandboxRecipients(paths.backupKey, signingKey);
  const settingsFiles = [...sandbox.settingsFiles, ...values.settings];
  return { url, signingKey, recipients, folder: values.to ?? paths.backups, settingsFiles };
}

if (values["new-key"] !== undefined) {
  console.log(await createKeyFile(values["new-key"], signer()));
  process.exit(0);
}
if (values.signer) {
  console.log(signer() ?? fail("BACKUP_SIGNING_KEY is not set (openssl rand -hex 32 creates one)"));
  process.exit(0);
}
const stanza = values["record-pgbackrest"];
if (stanza !== undefined) {
  const url = process.env.DATABASE_URL ?? fail("Set DATABASE_URL to the database that was backed up");
  try {
    const good = await askPgbackrest(url, stanza);
    await recordBackup(url, { ...good, method: "pgbackrest" });
    console.log(`recorded ${good.label} of ${good.takenAt.toISOString()}, ${sizeOf(good.bytes)}`);
    process.exit(0);
  } catch (error) {
    console.error(`No backup was recorded: ${error.message}`);
    process.exit(1);
  }
}
const keep = Number(values.keep);
if (!Number.isInteger(keep) || keep < 0) fail("--keep: expected a whole number");
const { url, signingKey, recipients, folder, settingsFiles } = await source();
if (values.list) {
  for (const file of listArchives(folder)) console.log(`${sizeOf(statSync(file).size).padStart(12)}  ${file}`);
  process.exit(0);
}
try {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(resolve(folder), archiveName(new Date()));
  const { takenAt, bytes, rows, tables } = await writeBackup({ url, path, recipients, settingsFiles, signingKey });
  await recordBackup(url, { takenAt, method: "archive", label: basename(path), bytes });
  console.log(`${path}: ${rows} rows of ${tables} tables, ${sizeOf(bytes)}`);
  if (signingKey === null) console.log("It is not signed: anybody could replace it (BACKUP_SIGNING_KEY).");
  // After the new one is on disk and recorded.
  const old = keep === 0 ? [] : listArchives(folder).slice(keep);
  for (const file of [...old, ...listAbandoned(folder)]) rmSync(file, { force: true });
  if (old.length > 0) console.log(`deleted ${old.length} older`);
} catch (error) {
  console.error(`No backup was written: ${error.message}`);
  process.exitCode = 1;
}
