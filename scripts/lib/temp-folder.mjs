/**
 * Temporary folders that are deleted whatever happens: by their owner, or by the next start after
 * the owner's sudden end.
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

/** Linux keeps these files in memory. */
const IN_MEMORY = "/dev/shm";

/**
 * Returns a parent for temporary folders that is in memory, if there is one with this much space,
 * else the system's.
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

/** Deletes such folders whose owner has ended. `stopInside(folder)` ends what still runs on one. */
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
 * Creates a folder of this process, after deleting those with the same prefix whose owner was
 * killed. With `memoryBytes` it is in memory if there is that much space.
 */
export async function createTempFolder(prefix, stopInside, { memoryBytes = Number.POSITIVE_INFINITY } = {}) {
  for (const parent of new Set([tmpdir(), IN_MEMORY])) await removeLeftovers(parent, prefix, stopInside);
  const folder = mkdtempSync(join(memoryFolder(memoryBytes), prefix));
  writeFileSync(join(folder, OWNER_FILE), `${process.pid} ${startStamp(process.pid)}`);
  return folder;
}

/** Retries, because an exiting process may still be writing its last files. */
export function removeTempFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
