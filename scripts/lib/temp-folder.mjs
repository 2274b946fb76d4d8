/** Folders in the system's temporary one that are removed whatever happens: by their owner, or by whoever starts after its sudden end. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStamp } from "./processes.mjs";

const OWNER_FILE = "owner";

function ownerOf(folder) {
  try {
    const [pid, stamp] = readFileSync(join(folder, OWNER_FILE), "utf8").split(" ");
    return { pid: Number(pid), stamp };
  } catch {
    return undefined;
  }
}

/** Removes such folders whose owner has ended. `stopInside(folder)` ends what still runs on one. */
async function removeLeftovers(prefix, stopInside) {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    const owner = ownerOf(folder);
    if (!owner || startStamp(owner.pid) === owner.stamp) continue;
    await stopInside(folder);
    removeTempFolder(folder);
  }
}

/** Makes a folder of this process, after those of the same prefix were removed whose owner was killed before it could. */
export async function createTempFolder(prefix, stopInside) {
  await removeLeftovers(prefix, stopInside);
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(join(folder, OWNER_FILE), `${process.pid} ${startStamp(process.pid)}`);
  return folder;
}

/** Also while a process that ends writes its last files. */
export function removeTempFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
