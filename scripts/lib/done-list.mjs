/**
 * Records in the data folder which steps were done with which input, so that a warm start repeats
 * none of them.
 */
import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, readJson, writeJson } from "./paths.mjs";
import { readMigrations } from "./schema-files.mjs";

/** These files define the rights of the database's users. */
const ROLE_FILES = ["scripts/lib/database-roles.mjs", "scripts/lib/web-grants.mjs"];

function hash(...parts) {
  return createHash("sha256").update(parts.join("\0")).digest("hex");
}

/**
 * Changes with the database, with every migration of the project, with the users' rights and with
 * every version of the packages that bring their own migrations.
 */
export function hashMigrations(databaseUrl) {
  const files = ["package-lock.json", ...ROLE_FILES].map((name) => readFileSync(join(ROOT, name), "utf8"));
  return hash(databaseUrl, JSON.stringify(readMigrations()), ...files);
}

/** Changes with the database, with the built program and with the sandbox's addresses. */
export function hashSeedInput(databaseUrl, paths) {
  return hash(databaseUrl, readFileSync(join(ROOT, "dist/build.json"), "utf8"), readFileSync(paths.networks, "utf8"));
}

/** `isStale` discards everything: the database is new, or shared with other programs. */
export function createDoneList(file, isStale) {
  if (isStale) rmSync(file, { force: true });
  return {
    /**
     * Runs `work` unless it has succeeded with the same input before; returns a note if it was
     * skipped.
     */
    async unlessDone(name, input, work) {
      if (readJson(file)?.[name] === input) return "nothing new";
      await work();
      writeJson(file, { ...readJson(file), [name]: input });
      return undefined;
    },
  };
}
