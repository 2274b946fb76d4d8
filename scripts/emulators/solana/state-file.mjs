/** The node's state on disk: written whole or not at all. */
import { existsSync, readFileSync, renameSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { writeFileAtomic } from "../write-file.mjs";

/**
 * Changed when the form of the state changes: an older file is then set aside like a damaged one.
 */
const FORM = 1;

/**
 * What `saveState` wrote, or undefined for none. A file that cannot be read is set aside under
 * another name, and said.
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

/** Writes the state. */
export function saveState(file, state) {
  writeFileAtomic(file, serialize({ form: FORM, state }));
}
