#!/usr/bin/env node
/**
 * `npm run seed:year -- [--invoices 100000] [--merchant EMAIL]`: makes up a year of a sandbox's merchant. With DATABASE_URL and
 * SANDBOX=true set in that database, else in the sandbox that `npm run up` runs in --data DIR (default .data).
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

const options = {
  data: { type: "string", default: ".data" },
  invoices: { type: "string" },
  merchant: { type: "string" },
};
const { values } = parseArgs({ options });
const program = join(ROOT, "dist", "seed-year.mjs");
if (!existsSync(program)) fail("dist/seed-year.mjs is not there: run npm run build first");

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
