/** What must be right before an upgrade changes anything. */
import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { pendingMigrations } from "../migrations.mjs";
import { ROOT, readJson } from "../paths.mjs";

/** A backup that is recorded and this young counts as the one before the upgrade. */
const BACKUP_AGE_MIN_MAX = 60;
const MEGABYTE = 2 ** 20;

/** Returns what is wrong with this folder and this machine, as sentences. */
export function checkFolder(version, nodeVersion = process.versions.node) {
  const [least] = /\d+(\.\d+)*/.exec(readJson(join(ROOT, "package.json")).engines.node);
  const older = nodeVersion.localeCompare(least, "en", { numeric: true }) < 0;
  const isBuilt = version !== null && existsSync(join(ROOT, ".next/BUILD_ID"));
  return [
    ...(older ? [`Node.js ${nodeVersion} is too old: ${least} or newer is needed`] : []),
    ...(isBuilt ? [] : ["nothing is built here: npm run build"]),
  ];
}

/**
 * Returns what is wrong with the database for this version, as sentences. With `isBack` nothing may
 * be missing, because nothing is migrated.
 */
export async function checkSchema(client, isBack, folder) {
  const { missing, unfinished, newerContract: gone } = await pendingMigrations(client, folder);
  return [
    ...(unfinished.length > 0
      ? [`a migration did not finish: ${unfinished.join(", ")} (docs/operations.md, Migrations)`]
      : []),
    ...(gone.length > 0 ? [`the database was contracted for a newer version: ${gone.join(", ")}`] : []),
    ...(isBack && missing.length > 0 ? [`the database lacks ${missing.join(", ")}`] : []),
  ];
}

/**
 * Whether a backup is recorded that is young enough to go back to.
 * @returns {Promise<boolean>}
 */
export async function hasFreshBackup(client) {
  const { rows } = await client.query(
    "select from backups where taken_at > now() - make_interval(mins => $1) limit 1",
    [BACKUP_AGE_MIN_MAX],
  );
  return rows.length > 0;
}

/** Returns why no backup can be written to `folder`, as sentences. */
export async function checkBackup(client, folder, recipients) {
  if (folder === undefined) {
    return [
      `no backup of the last ${BACKUP_AGE_MIN_MAX} minutes is recorded: name a folder (--backup-to FOLDER), or record your own (npm run backup -- --record)`,
    ];
  }
  const { rows } = await client.query("select pg_database_size(current_database())::float8 as bytes");
  const { bavail, bsize } = existsSync(folder) ? statfsSync(folder) : { bavail: 0, bsize: 0 };
  const [needed, free] = [rows[0].bytes, bavail * bsize].map((bytes) => Math.ceil(bytes / MEGABYTE));
  return [
    ...(existsSync(folder) ? [] : [`the folder ${folder} does not exist`]),
    ...(existsSync(folder) && free < needed ? [`${folder} has ${free} MB free; the database has ${needed} MB`] : []),
    ...(recipients ? [] : ["name who can read the backup: BACKUP_RECIPIENTS=age1..."]),
  ];
}
