/**
 * The names of all migrations as a TypeScript file, so that bundled programs know what they need.
 */
import { join } from "node:path";
import { ROOT, writeFileAtomic } from "./paths.mjs";
import { readMigrations } from "./schema-files.mjs";

export const MIGRATION_NAMES_FILE = "lib/generated/migrations.ts";

/** Returns the content of the file. */
export function migrationNamesSource() {
  const names = readMigrations().map(({ name }) => `  "${name}",`);
  return [
    "// Written by npm run db:generate.",
    "export const MIGRATION_NAMES: readonly string[] = [",
    ...names,
    "];",
    "",
  ].join("\n");
}

export function writeMigrationNames() {
  writeFileAtomic(join(ROOT, MIGRATION_NAMES_FILE), migrationNamesSource(), 0o644);
}
