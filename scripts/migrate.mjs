#!/usr/bin/env node
/**
 * Applies the migrations that the database of DATABASE_URL lacks, including the job queue's own,
 * and gives the database users of web and worker their rights if they exist. Safe to run at any
 * time.
 *
 * - `--phase expand`: only what the version that runs survives. `--phase contract`: the rest, which
 *   is refused while processes of other versions run. Without it: both, and contract waits for a
 *   later run if such processes exist
 * - `--stopped`: no process runs, even if one was killed less than half a minute ago
 * - `--web-role NAME`, `--worker-role NAME`: if these are not called chaintill_web and
 *   chaintill_worker
 */
import { parseArgs } from "node:util";
import { readBuildVersion } from "./lib/build-version.mjs";
import { PROCESS_ROLES } from "./lib/database-roles.mjs";
import { migrateDatabase } from "./lib/migrations.mjs";
import { PHASES } from "./lib/phases.mjs";
import { loadSettingFiles } from "./lib/setting-files.mjs";

loadSettingFiles();
const url = process.env.DATABASE_URL;
if (!url) {
  console.error("Set DATABASE_URL to the database to migrate, for example postgresql://user:password@host/chaintill");
  process.exit(1);
}
const { values } = parseArgs({
  options: {
    phase: { type: "string", default: "all" },
    stopped: { type: "boolean", default: false },
    "web-role": { type: "string" },
    "worker-role": { type: "string" },
  },
});
if (!PHASES.includes(values.phase)) {
  console.error(`--phase: one of ${PHASES.join(", ")}`);
  process.exit(1);
}
const roles = { web: values["web-role"] ?? PROCESS_ROLES.web, worker: values["worker-role"] ?? PROCESS_ROLES.worker };
try {
  const steps = { phase: values.phase, version: readBuildVersion(), isStopped: values.stopped };
  const { applied, notes } = await migrateDatabase(url, process.env.SECRET_KEY, roles, steps);
  console.log(applied.length > 0 ? `applied ${applied.join(", ")}` : "nothing to apply");
  for (const note of notes) console.log(note);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
