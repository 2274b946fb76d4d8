#!/usr/bin/env node
/**
 * `npm run audit`: recomputes the books and compares custody with the chains. With DATABASE_URL set
 * it audits that database, with the nodes of NODE_URLS_<NETWORK>; without it the sandbox that
 * `npm run up` runs in --data DIR (default .data).
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { sandboxNodeUrls } from "./lib/environments.mjs";
import { ROOT } from "./lib/paths.mjs";
import { loadSettingFiles } from "./lib/setting-files.mjs";

loadSettingFiles();

function fail(message) {
  console.error(message);
  process.exit(2);
}

/** Returns the settings of the running sandbox, as `up` stored them. */
function sandboxSettings(folder) {
  const file = join(folder, "sandbox.json");
  if (!existsSync(file)) fail(`${file} is not there: start the sandbox with npm run up, or set DATABASE_URL`);
  const { database, networks } = JSON.parse(readFileSync(file, "utf8"));
  return { DATABASE_URL: database, ...sandboxNodeUrls(networks) };
}

const { values } = parseArgs({ options: { data: { type: "string", default: ".data" } } });
const program = join(ROOT, "dist", "audit.mjs");
if (!existsSync(program)) fail("dist/audit.mjs is not there: run npm run build first");
const settings = process.env.DATABASE_URL ? {} : sandboxSettings(resolve(values.data));
const { status } = spawnSync(process.execPath, [program], { stdio: "inherit", env: { ...settings, ...process.env } });
process.exit(status ?? 2);
