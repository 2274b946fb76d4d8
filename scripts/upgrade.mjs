#!/usr/bin/env node
/**
 * `npm run upgrade`, in the folder of the new version, with DATABASE_URL of the database's owner
 * and SECRET_KEY: checks, backup, expand migrations, restart of the workers and then of web,
 * contract migrations (docs/operations.md, Upgrade). Every step does only what is missing, so that
 * the command may be stopped and run again.
 *
 * - `--backup-to FOLDER`: as `npm run backup -- --to`; not needed if a backup of the last hour is
 *   recorded
 * - `--restart-worker COMMAND`, `--restart-web COMMAND`: run in a shell. Without one the restart is
 *   yours, and this command waits for it. It does not get the owner's DATABASE_URL, SECRET_KEY and
 *   BACKUP_ settings
 * - `--contract`: also removes what the version before needs, without asking. After that only a
 *   restore goes back
 * - `--back`, in the folder of the version before: goes back to it, on the expanded schema
 * - `--wait 600`: seconds that a restart may take
 * - `--web-role NAME`, `--worker-role NAME`: as `npm run db:migrate`
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import pg from "pg";
import { readBuildVersion } from "./lib/build-version.mjs";
import { migrateDatabase, pendingMigrations } from "./lib/migrations.mjs";
import { ROOT } from "./lib/paths.mjs";
import { describeProcesses, listRunning } from "./lib/running-processes.mjs";
import { loadSettingFiles } from "./lib/setting-files.mjs";
import { checkBackup, checkFolder, checkSchema, hasFreshBackup } from "./lib/upgrade/check-before.mjs";
import { goBack } from "./lib/upgrade/go-back.mjs";
import { upgradeOptions } from "./lib/upgrade/options.mjs";
import { replaceProcesses } from "./lib/upgrade/replace-processes.mjs";

loadSettingFiles();
const values = orExit(() => upgradeOptions(process.argv.slice(2)));
const roles = { web: values["web-role"], worker: values["worker-role"] };
const url = process.env.DATABASE_URL;
const version = readBuildVersion();
const say = (text) => console.log(text);

function backUp() {
  const args = [join(ROOT, "scripts/backup.mjs"), "--to", values["backup-to"]];
  if (spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0)
    throw new Error("Stopped before any change.");
}

async function migrate(phase) {
  const { applied, notes } = await migrateDatabase(url, process.env.SECRET_KEY, roles, { phase, version });
  say(`${phase}: ${applied.length > 0 ? `applied ${applied.join(", ")}` : "nothing to apply"}`);
  for (const note of notes) say(`  ${note}`);
}

/** @throws Error that lists everything that is wrong */
async function check(client, hasBackup) {
  const problems = [
    ...checkFolder(version),
    ...(await checkSchema(client, values.back)),
    ...(hasBackup ? [] : await checkBackup(client, values["backup-to"], process.env.BACKUP_RECIPIENTS)),
  ];
  if (problems.length > 0) throw new Error(["Nothing was changed:", ...problems].join("\n  "));
}

async function restart(client, kind) {
  const command = values[`restart-${kind}`];
  await replaceProcesses(client, { kind, version, command, waitS: values.wait, say });
}

function orExit(make) {
  try {
    return make();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

async function wantsContract() {
  if (values.contract || !process.stdin.isTTY) return values.contract;
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await reader.question("Remove what the version before needs? Only a restore goes back then. [y/N] ");
  reader.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function upgrade(client) {
  const hasBackup = values.back || (await hasFreshBackup(client));
  await check(client, hasBackup);
  const { missing, pendingContract } = await pendingMigrations(client);
  say(`to ${version}: ${missing.length} expand and ${pendingContract.length} contract migrations`);
  for (const line of describeProcesses(await listRunning(client))) say(`  runs: ${line}`);
  if (values.back) {
    await goBack(client, { roles, restart: (kind) => restart(client, kind), say });
    return say(`back on ${version}`);
  }
  if (hasBackup) say("backup: one of the last hour is recorded");
  else backUp();
  await migrate("expand");
  for (const kind of ["worker", "web"]) await restart(client, kind);
  if (await wantsContract()) await migrate("contract");
  else say("contract: not now. When you are sure: npm run db:migrate -- --phase contract");
}

if (!url) {
  console.error("Set DATABASE_URL to the database to upgrade, as its owner.");
  process.exit(1);
}
const client = new pg.Client({ connectionString: url });
client.on("error", () => undefined);
try {
  await client.connect();
  await upgrade(client);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await client.end().catch(() => undefined);
}
