#!/usr/bin/env node
/**
 * `npm run bench -- lists [--invoices 100000]`: generates a year in a separate database, and
 * measures every filter and search of the lists, and the export of all invoices with its peak
 * memory. Prints median and worst of each; exit code 1 if a median exceeds 300 ms.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { migrateDatabase } from "../scripts/lib/migrations.mjs";
import { ROOT } from "../scripts/lib/paths.mjs";
import { startScratchPostgres } from "../scripts/lib/scratch-postgres.mjs";

const { values } = parseArgs({ options: { invoices: { type: "string", default: "100000" } } });
// Next to the packages that it imports.
const program = join(ROOT, "dist", "bench-lists.mjs");
const settings = { SANDBOX: "true", LOG_LEVEL: "silent", SECRET_KEY: "11".repeat(32), AUTH_SECRET: "22".repeat(32) };

const server = await startScratchPostgres();
try {
  await migrateDatabase(server.url);
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["bench/lib/measure-lists.ts"],
    outfile: program,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    alias: { "@": ROOT },
    logLevel: "error",
  });
  const env = { ...process.env, ...settings, BASE_URL: "http://127.0.0.1:3000", DATABASE_URL: server.url };
  const { status } = spawnSync(process.execPath, [program, values.invoices], { stdio: "inherit", env });
  process.exitCode = status ?? 1;
} finally {
  rmSync(program, { force: true });
  await server.stop();
}
