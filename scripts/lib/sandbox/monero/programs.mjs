/** Finds Monero's installed programs. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findProgram(name) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

/** Returns `{ daemon, wallet }`, or null if one of the two is not installed. */
export function findMonero() {
  const [daemon, wallet] = [findProgram("monerod"), findProgram("monero-wallet-rpc")];
  return daemon === null || wallet === null ? null : { daemon, wallet };
}
