/** The node's state on disk: written completely or not at all. */
import { existsSync, readFileSync, renameSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { writeFileAtomic } from "../write-file.mjs";

/**
 * Incremented when the format of the state changes: an older file is then moved aside like a
 * corrupt one.
 */
const FORM = 1;

/**
 * Returns what `saveState` wrote, or undefined for none. An unreadable file is renamed, and
 * reported.
 */
export function loadState(file) {
  if (!existsSync(file)) return undefined;
  try {
    const { form, state } = deserialize(readFileSync(file));
    if (form === FORM) return state;
    throw new Error(`its form is ${form}`);
  } catch (error) {
    renameSync(file, `${file}.damaged`);
    process.stderr.write(`The state in ${file} cannot be read (${error.message}); a new chain begins.\n`);
    return undefined;
  }
}

export function saveState(file, state) {
  writeFileAtomic(file, serialize({ form: FORM, state }));
}
