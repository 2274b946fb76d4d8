/** The Prisma schema and the migrations as text, from the working tree or from a commit. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

const SCHEMA_FOLDER = "prisma/schema";
const MIGRATIONS_FOLDER = join(ROOT, "prisma/migrations");

/** Returns the schema files of the working tree in the engine's format. */
export function readSchema() {
  const folder = join(ROOT, SCHEMA_FOLDER);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".prisma"))
    .sort();
  return names.map((name) => ({ path: `${SCHEMA_FOLDER}/${name}`, content: readFileSync(join(folder, name), "utf8") }));
}

function git(...args) {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** Returns the schema files of the last commit; empty before the first. */
export function readCommittedSchema() {
  let names;
  try {
    names = git("ls-tree", "--name-only", "HEAD", `${SCHEMA_FOLDER}/`).split("\n");
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith(".prisma"))
    .map((path) => ({ path, content: git("show", `HEAD:${path}`) }));
}

/** Returns the migrations in the order in which they apply. */
export function readMigrations(folder = MIGRATIONS_FOLDER) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({ name: entry.name, sql: readFileSync(join(folder, entry.name, "migration.sql"), "utf8") }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the migrations in the engine's format. */
export function migrationsList(folder = MIGRATIONS_FOLDER) {
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: readMigrations(folder).map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
    })),
  };
}
