#!/usr/bin/env node
/**
 * Writes a new migration: the step from the schema of the last commit to that of the working tree.
 * What Prisma cannot express (checks, partial indexes, triggers) is then added to the file by hand.
 *
 * usage: npm run db:migration -- verb_object [--contract]
 *
 * Without `--contract` the version before must survive it (decision 0071); what looks as if it did
 * not is printed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findBreaking } from "./lib/expand-rules.mjs";
import { writeMigrationNames } from "./lib/migration-names.mjs";
import { diffSchemas } from "./lib/migrations.mjs";
import { ROOT } from "./lib/paths.mjs";
import { readCommittedSchema, readMigrations, readSchema } from "./lib/schema-files.mjs";
import { withScratchPostgres } from "./lib/scratch-postgres.mjs";

function fail(message) {
  console.error(message);
  process.exit(1);
}

const { values, positionals } = parseArgs({
  options: { contract: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [verbObject] = positionals;
if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(verbObject ?? "") || verbObject.startsWith("contract_"))
  fail("Name the migration verb_object, for example: npm run db:migration -- add_payouts");

const from = readMigrations().length > 0 ? readCommittedSchema() : [];
const sql = await withScratchPostgres((url) => diffSchemas(url, from, readSchema()));
if (!/^\s*[A-Z]/m.test(sql.replaceAll(/^--.*$/gm, "")))
  fail("The schema is the same as in the last commit: nothing to write.");

const name = values.contract ? `contract_${verbObject}` : verbObject;
const stamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
const folder = join(ROOT, "prisma/migrations", `${stamp}_${name}`);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "migration.sql"), sql);
console.log(`wrote prisma/migrations/${stamp}_${name}/migration.sql`);
const breaking = values.contract ? [] : findBreaking(sql);
if (breaking.length > 0) {
  console.log("The version before may not survive this. Give each its reason (-- survives: ...), or use --contract:");
  for (const line of breaking) console.log(`  ${line}`);
}
writeMigrationNames();
