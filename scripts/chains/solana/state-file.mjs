/** The node's state on disk: written whole or not at all. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { deserialize, serialize } from "node:v8";

/** Changed when the form of the state changes: an older file is then set aside like a damaged one. */
const FORM = 1;

/** What `saveState` wrote, or undefined for none. A file that cannot be read is set aside under another name, and said. */
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

/** Writes the state so that a machine that stops at any moment leaves the old file or the new one. */
export function saveState(file, state) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.new`;
  const handle = openSync(draft, "w", 0o600);
  try {
    const bytes = serialize({ form: FORM, state });
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}
