/**
 * Folders in the system's temporary one that are removed whatever happens: by their owner, or by
 * whoever starts after its sudden end.
 */
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
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

/** Linux keeps in memory what is written here. */
const IN_MEMORY = "/dev/shm";

/**
 * A folder for temporary ones that lies in memory where there is one with so much room, else the
 * system's.
 */
function memoryFolder(bytesMin) {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= bytesMin ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Removes such folders whose owner has ended. `stopInside(folder)` ends what still runs on one. */
async function removeLeftovers(parent, prefix, stopInside) {
  const names = existsSync(parent) ? readdirSync(parent) : [];
  for (const name of names.filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name);
    const owner = ownerOf(folder);
    if (!owner || startStamp(owner.pid) === owner.stamp) continue;
    await stopInside(folder);
    removeTempFolder(folder);
  }
}

/**
 * Makes a folder of this process, after those of the same prefix were removed whose owner was
 * killed before it could. With `memoryBytes` it lies in memory where there is so much room.
 */
export async function createTempFolder(prefix, stopInside, { memoryBytes = Number.POSITIVE_INFINITY } = {}) {
  for (const parent of new Set([tmpdir(), IN_MEMORY])) await removeLeftovers(parent, prefix, stopInside);
  const folder = mkdtempSync(join(memoryFolder(memoryBytes), prefix));
  writeFileSync(join(folder, OWNER_FILE), `${process.pid} ${startStamp(process.pid)}`);
  return folder;
}

/** Also while a process that ends writes its last files. */
export function removeTempFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
