#!/usr/bin/env node
/**
 * `npm run doctor`: reports what is wrong with an installation and how to fix it; exit code 1 if
 * anything is, 2 if the checks could not run. With DATABASE_URL set it checks that installation,
 * with the settings of this environment; without it the sandbox that `npm run up` runs in
 * --data DIR (default .data). `--preflight [--for web|worker] [--backups FOLDER]` checks the
 * settings of this environment before the first start. `--json` for programs. It also works, and
 * reports the outage, when web, worker or database are down.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { dataPaths } from "./lib/data-folder.mjs";
import { sandboxNodeUrls } from "./lib/environments.mjs";
import { ROOT } from "./lib/paths.mjs";
import { ensureSecrets } from "./lib/secrets.mjs";
import { loadSettingFiles } from "./lib/setting-files.mjs";

loadSettingFiles();

function fail(message) {
  console.error(message);
  process.exit(2);
}

/** Returns the settings of the sandbox, as `up` stored them when it was last ready. */
function sandboxSettings(folder) {
  const paths = dataPaths(folder);
  if (!existsSync(paths.sandbox))
    fail(`${paths.sandbox} is not there: start the sandbox with npm run up, or set DATABASE_URL`);
  const { database, baseUrl, networks } = JSON.parse(readFileSync(paths.sandbox, "utf8"));
  const { secretKey, authSecret } = ensureSecrets(paths);
  return {
    DATABASE_URL: database,
    BASE_URL: baseUrl,
    SANDBOX: "true",
    SANDBOX_FILE: paths.networks,
    SECRET_KEY: secretKey,
    AUTH_SECRET: authSecret,
    ...sandboxNodeUrls(networks),
  };
}

function readOptions() {
  try {
    // Everything but --data is for the program, which also checks it.
    const { values, tokens } = parseArgs({
      options: {
        data: { type: "string", default: ".data" },
        json: { type: "boolean" },
        preflight: { type: "boolean" },
        for: { type: "string" },
        backups: { type: "string" },
      },
      tokens: true,
    });
    const passed = tokens.filter(({ name }) => name !== "data");
    return { ...values, passed: passed.flatMap(({ name, value }) => [`--${name}`, ...(value ? [value] : [])]) };
  } catch (error) {
    return fail(error.message);
  }
}

const { data, preflight, passed } = readOptions();
const program = join(ROOT, "dist", "doctor.mjs");
if (!existsSync(program)) fail("dist/doctor.mjs is not there: run npm run build first");
const settings = process.env.DATABASE_URL || preflight ? {} : sandboxSettings(resolve(data));
const { status } = spawnSync(process.execPath, [program, ...passed], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...settings, ...process.env },
});
process.exit(status ?? 2);
