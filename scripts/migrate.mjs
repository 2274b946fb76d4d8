#!/usr/bin/env node
/**
 * Applies the migrations that the database of DATABASE_URL lacks, including the job queue's own,
 * and gives the database users of web and worker their rights if they exist. Safe to run at any
 * time. `--web-role NAME`, `--worker-role NAME`: if these are not called chaintill_web and
 * chaintill_worker.
 */
import { parseArgs } from "node:util";
import { PROCESS_ROLES } from "./lib/database-roles.mjs";
import { migrateDatabase } from "./lib/migrations.mjs";
import { loadSettingFiles } from "./lib/setting-files.mjs";

loadSettingFiles();
const url = process.env.DATABASE_URL;
if (!url) {
  console.error("Set DATABASE_URL to the database to migrate, for example postgresql://user:password@host/chaintill");
  process.exit(1);
}
const { values } = parseArgs({ options: { "web-role": { type: "string" }, "worker-role": { type: "string" } } });
const roles = { web: values["web-role"] ?? PROCESS_ROLES.web, worker: values["worker-role"] ?? PROCESS_ROLES.worker };
try {
  const { applied, notes } = await migrateDatabase(url, process.env.SECRET_KEY, roles);
  console.log(applied.length > 0 ? `applied ${applied.join(", ")}` : "nothing to apply");
  for (const note of notes) console.log(note);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
