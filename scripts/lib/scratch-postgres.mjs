/** A throw-away PostgreSQL server for tests and for comparing schemas. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPassword, startPostgres, stopPostgres } from "./postgres.mjs";
import { startStamp } from "./processes.mjs";

const PREFIX = "chaintill-scratch-";
const OWNER_FILE = "owner";

/** Nothing in a scratch server outlives a crash, so nothing needs to be on disk in time. */
const FAST_SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", shared_buffers: "64MB" };

function ownerOf(folder) {
  try {
    const [pid, stamp] = readFileSync(join(folder, OWNER_FILE), "utf8").split(" ");
    return { pid: Number(pid), stamp };
  } catch {
    return undefined;
  }
}

/** Removes servers whose owner was killed before it could. */
async function sweepLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const owner = ownerOf(folder);
    if (!owner || startStamp(owner.pid) === owner.stamp) continue;
    await stopPostgres(join(folder, "postgres"));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts an empty server in a temporary folder. Answers `{ url, password, stop }`; `stop` removes the folder too. */
export async function startScratchPostgres() {
  await sweepLeftovers();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  writeFileSync(join(folder, OWNER_FILE), `${process.pid} ${startStamp(process.pid)}`);
  const dataDir = join(folder, "postgres");
  const password = createPassword();
  const server = await startPostgres({
    dataDir,
    password,
    logFile: join(folder, "postgres.log"),
    settings: FAST_SETTINGS,
  });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: server.url, password, stop };
}

/** Runs `work(url)` with a scratch server and stops it whatever happens. */
export async function withScratchPostgres(work) {
  const server = await startScratchPostgres();
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
