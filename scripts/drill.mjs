#!/usr/bin/env node
/**
 * `npm run drill`: a whole disaster with play money, in a scratch folder: payments and payouts, a
 * backup, more of both, the loss of the database, a restore to a moment before, the scan of the
 * chain. Once with the embedded server, `npm run backup` and `npm run restore`; and, where they are
 * installed, once with PostgreSQL of this system and pgBackRest with the configuration of
 * deploy/pgbackrest, to a point in time after its backup. Prints what differs afterwards:
 * everything that happened after the moment. Exit code 1 if anything else does. Needs `npm run
 * build`; touches nothing that exists.
 *
 * - `--only archive`, `--only pgbackrest`: only this one; 2 if it is not installed
 * - `--json`: an array of reports, for programs
 * - `--program NAME=FILE`, repeatable: another file than dist/NAME.mjs
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

/**
 * The settings of a real gateway have no place in a drill, and its nodes and mail server must not
 * be reached.
 */
const KEPT = ["PATH", "HOME", "TMPDIR", "LANG", "LD_LIBRARY_PATH", "NODE_OPTIONS"];
for (const name of Object.keys(process.env)) if (!KEPT.includes(name)) delete process.env[name];

const { rehearse } = await import("./lib/drill/rehearse.mjs");
const { whyNoPgbackrest } = await import("./lib/drill/pgbackrest-store.mjs");
const { ROOT } = await import("./lib/paths.mjs");

function fail(message) {
  console.error(message);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    json: { type: "boolean", default: false },
    program: { type: "string", multiple: true, default: [] },
  },
});
const named = Object.fromEntries(values.program.map((text) => text.split("=")));
const programs = Object.fromEntries(
  ["api", "worker", "seed", "audit"].map((name) => [name, named[name] ?? join(ROOT, "dist", `${name}.mjs`)]),
);
const missing = Object.values(programs).find((file) => !existsSync(file));
if (missing !== undefined) fail(`${missing} is not there: run npm run build first`);
const say = (sentence) => console.error(`${new Date().toISOString()} ${sentence}`);

/** Returns the methods to try. */
function methods() {
  const { only } = values;
  if (only !== undefined && !["archive", "pgbackrest"].includes(only)) fail("--only: expected archive or pgbackrest");
  const lack = only === "archive" ? null : whyNoPgbackrest();
  const advice = `${lack} (Debian: apt-get install postgresql pgbackrest)`;
  if (lack !== null && only === "pgbackrest") fail(advice);
  if (lack !== null) say(`pgBackRest is left out: ${advice}`);
  if (only !== undefined) return [only];
  return lack === null ? ["archive", "pgbackrest"] : ["archive"];
}

function printLines(title, lines) {
  console.log(lines.length > 0 ? title : `${title} none`);
  for (const line of lines) console.log(`  ${line}`);
}

function print({ method, at, tables, found, invoices, sent, custody, gas, alarms, unexplained }) {
  console.log(`\n${method}, restored to ${at}: ${tables} tables are as they were then. What happened since:`);
  printLines("Payments that the scan found again:", found);
  printLines("Invoices that no longer exist, whose addresses are not given out again:", invoices);
  printLines("Sends that the books do not know:", sent);
  printLines("Differences between chain and books, each the sum of these sends:", custody);
  printLines("Gas at deposit addresses that the books do not know, left by these sends:", gas);
  printLines("Open alarms:", alarms);
  printLines("UNEXPLAINED:", unexplained);
}

try {
  const reports = [];
  for (const method of methods()) {
    const report = await rehearse({ method, programs, say });
    if (!values.json) print(report);
    reports.push(report);
  }
  if (values.json) console.log(JSON.stringify(reports));
  process.exitCode = reports.every(({ unexplained }) => unexplained.length === 0) ? 0 : 1;
} catch (error) {
  console.error(error.stack);
  process.exitCode = 2;
}
