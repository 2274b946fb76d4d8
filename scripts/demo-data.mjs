#!/usr/bin/env node
/**
 * `npm run demo:data -- [--invoices 100000] [--merchant EMAIL]`: generates a year of demo data for
 * a sandbox merchant. With DATABASE_URL and SANDBOX=true set in that database, else in the sandbox
 * that `npm run up` runs in --data DIR (default .data).
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./lib/paths.mjs";

function fail(message) {
  console.error(message);
  process.exit(2);
}

const USAGE = `usage: npm run demo:data -- [flags]

  --invoices N      how many invoices (default 100000)
  --merchant EMAIL  whose merchant gets the year (default: the sandbox's own)
  --data DIR        folder of a sandbox that npm run up runs (default .data)
  --help            this text

With DATABASE_URL set the year goes there; that database has to be a sandbox.`;

const options = {
  help: { type: "boolean", default: false },
  data: { type: "string", default: ".data" },
  invoices: { type: "string" },
  merchant: { type: "string" },
};

function readFlags() {
  try {
    const { values } = parseArgs({ options });
    if (values.invoices !== undefined && !/^[1-9]\d{0,7}$/.test(values.invoices))
      throw new Error(`--invoices ${values.invoices}: expected a whole number above zero`);
    return values;
  } catch (error) {
    return fail(`${error.message}\n\n${USAGE}`);
  }
}

const values = readFlags();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const program = join(ROOT, "dist", "demo-data.mjs");
if (!existsSync(program)) fail("dist/demo-data.mjs is not there: run npm run build first");

function sandbox() {
  const file = join(resolve(values.data), "sandbox.json");
  if (!existsSync(file)) fail(`${file} is not there: start the sandbox with npm run up, or set DATABASE_URL`);
  const { database, dashboard } = JSON.parse(readFileSync(file, "utf8"));
  return { database, email: dashboard.email, settings: { SANDBOX: "true" } };
}

const { database, email, settings } = process.env.DATABASE_URL ? { database: process.env.DATABASE_URL } : sandbox();
const merchant = values.merchant ?? email;
const passed = [
  ...(values.invoices ? ["--invoices", values.invoices] : []),
  ...(merchant ? ["--merchant", merchant] : []),
];
const { status } = spawnSync(process.execPath, [program, ...passed], {
  stdio: "inherit",
  env: { ...process.env, ...settings, DATABASE_URL: database },
});
process.exit(status ?? 2);
