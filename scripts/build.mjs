#!/usr/bin/env node
/**
 * Builds everything that production runs: the machine API, the worker and the tools (dist/), the
 * web part (.next/). Does nothing if no source has changed since the last build; `--force` builds
 * anyway.
 */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { versionOf } from "./lib/build-version.mjs";
import { buildBundles, bundlePaths } from "./lib/bundles.mjs";
import { ROOT, readJson, writeJson } from "./lib/paths.mjs";
import { hashSources } from "./lib/source-hash.mjs";

const RECORD = join(ROOT, "dist/build.json");

function run(args, env = {}) {
  const result = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

function isBuilt(hash) {
  const outputs = [join(ROOT, ".next/BUILD_ID"), ...bundlePaths()];
  return readJson(RECORD)?.hash === hash && outputs.every((path) => existsSync(path));
}

const hash = hashSources();
if (isBuilt(hash) && !process.argv.includes("--force")) {
  console.log("nothing has changed since the last build");
  process.exit(0);
}
rmSync(RECORD, { force: true });
try {
  await buildBundles(versionOf(hash));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
run(["node_modules/next/dist/bin/next", "build"], { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" });
writeJson(RECORD, { hash, node: process.version, builtAt: new Date().toISOString() }, 0o644);
