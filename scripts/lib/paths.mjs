/**
 * Paths in the repository, and access to the small JSON files that scripts leave for each other.
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the repository. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/**
 * Reads the file's JSON; undefined if it is missing or invalid (half written by a killed process).
 */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Writes a file atomically: a reader sees the old text or the new one, never a part. */
export function writeFileAtomic(path, text, mode = 0o600) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, text, { mode });
  chmodSync(draft, mode);
  renameSync(draft, path);
}

/** Calls `writeFileAtomic` with a JSON value. */
export function writeJson(path, value, mode = 0o600) {
  writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`, mode);
}
