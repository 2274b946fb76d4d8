/** What pgBackRest says about its backups of this database. */
import { spawnSync } from "node:child_process";
import { parse } from "lossless-json";
import { withClient } from "../with-client.mjs";

const INFO_LIMIT_MS = 120_000;
const SECOND_MS = 1_000;

/**
 * Finds the newest backup of the database with this system identifier in what `pgbackrest info
 * --output=json` wrote. Numbers stay texts: a system identifier has more digits than a double.
 * @returns `{ label, takenAt, bytes }`; `bytes` is its size in the repository
 * @throws Error with the reason unless it can be restored: every repository is well, the backup
 *   found no damaged page, and the log that it needs is in the archive
 */
export function findGoodBackup(text, stanza, systemId) {
  const info = parse(text, undefined, String).find(({ name }) => name === stanza);
  if (info === undefined) throw new Error(`pgBackRest knows no stanza ${stanza}`);
  if (info.status.code !== "0") throw new Error(`pgBackRest says about ${stanza}: ${info.status.message}`);
  const current = info.db.filter((database) => database["system-id"] === systemId).map(({ id }) => id);
  const backups = info.backup.filter(({ database }) => current.includes(database.id));
  const newest = backups.sort((one, other) => Number(other.timestamp.stop) - Number(one.timestamp.stop))[0];
  if (newest === undefined) throw new Error(`${stanza} has no backup of this database server`);
  const { label, error, archive, database, timestamp } = newest;
  // Null without checksums in the data: then nobody knows.
  if (error === true) throw new Error(`${label} has damaged pages`);
  const isArchived = info.archive.some(
    ({ database: of, min, max }) => of.id === database.id && min <= archive.start && max >= archive.stop,
  );
  if (!isArchived) throw new Error(`the log that ${label} needs is not in the archive`);
  const takenAt = new Date(Number(timestamp.stop) * SECOND_MS);
  return { label, takenAt, bytes: Number(newest.info.repository.delta) };
}

function readInfo(stanza) {
  const args = [`--stanza=${stanza}`, "--output=json", "info"];
  const { status, stdout, stderr, error } = spawnSync("pgbackrest", args, { encoding: "utf8", timeout: INFO_LIMIT_MS });
  if (error !== undefined) throw new Error(`pgbackrest did not run: ${error.message}`);
  if (status !== 0) throw new Error(`pgbackrest info failed: ${stderr.trim() || stdout.trim()}`);
  return stdout;
}

/**
 * Asks pgBackRest for its newest backup of the server of `url`. pgBackRest takes its settings from
 * its own file, or from the environment.
 * @throws Error with the reason unless that backup is good
 */
export async function askPgbackrest(url, stanza) {
  const systemId = await withClient(url, async (client) => {
    const { rows } = await client.query("SELECT system_identifier::text AS id FROM pg_control_system()");
    return rows[0].id;
  });
  return findGoodBackup(readInfo(stanza), stanza, systemId);
}
