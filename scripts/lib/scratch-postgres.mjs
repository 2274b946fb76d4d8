/** A throw-away PostgreSQL server for tests and for comparing schemas. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROCESS_ROLES } from "./database-roles.mjs";
import { createPassword, startPostgres, stopPostgres } from "./postgres.mjs";
import { isAlive } from "./processes.mjs";
import { createTempFolder, removeTempFolder } from "./temp-folder.mjs";

const PREFIX = "chaintill-scratch-";
const END_LIMIT_MS = 5_000;
const POLL_MS = 10;

/**
 * Nothing in a scratch server outlives a crash, so nothing has to be flushed to disk. Tests cause
 * deadlocks on purpose: the server checks for them after 50 ms instead of a second.
 */
const FAST_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "256MB",
  shared_buffers: "64MB",
  deadlock_timeout: "50ms",
};

/** Ample for all databases of a run including their WAL, even in full-size runs. */
const ROOM_BYTES = 6 * 2 ** 30;

/** Synchronous: an exiting process has no turn of the event loop left. */
function endNow(pid) {
  if (!isAlive(pid)) return;
  process.kill(pid, "SIGQUIT");
  const deadline = Date.now() + END_LIMIT_MS;
  const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));
  while (isAlive(pid) && Date.now() < deadline) Atomics.wait(nobodyWakes, 0, 0, POLL_MS);
}

/**
 * Starts an empty server in a temporary folder; the users of web and worker exist, with the
 * password of its owner. Returns `{ url, password, folder, stop }`; `stop` removes the folder too,
 * with whatever else was put into it, and so does the end of this process. With `isDurable` it lies
 * on disk and commits as a real one does, for measurements.
 */
export async function startScratchPostgres({ isDurable = false } = {}) {
  const inMemory = isDurable ? {} : { memoryBytes: ROOM_BYTES };
  const folder = await createTempFolder(PREFIX, (left) => stopPostgres(join(left, "postgres")), inMemory);
  const password = createPassword();
  const server = await startPostgres({
    dataDir: join(folder, "postgres"),
    password,
    processes: Object.fromEntries(Object.values(PROCESS_ROLES).map((name) => [name, password])),
    logFile: join(folder, "postgres.log"),
    settings: isDurable ? {} : FAST_SETTINGS,
  });
  const removeAtExit = () => {
    endNow(server.pid);
    removeTempFolder(folder);
  };
  process.once("exit", removeAtExit);
  const stop = async () => {
    await server.stop();
    removeTempFolder(folder);
    process.removeListener("exit", removeAtExit);
  };
  return { url: server.url, password, folder, stop };
}

/** As much as a server for millions of rows is given. */
const KEPT_SETTINGS = {
  ...FAST_SETTINGS,
  shared_buffers: "1GB",
  maintenance_work_mem: "512MB",
  max_wal_size: "4GB",
};

function keptPassword(folder) {
  const file = join(folder, "password");
  if (!existsSync(file)) writeFileSync(file, createPassword(), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

/**
 * Starts the server of `folder`, empty at first, for measurements whose data takes long to make:
 * `stop` keeps the folder. Not for data that anyone needs: a crash of the machine may lose it.
 */
export async function startKeptPostgres(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { url, stop } = await startPostgres({
    dataDir: join(folder, "postgres"),
    password: keptPassword(folder),
    logFile: join(folder, "postgres.log"),
    settings: KEPT_SETTINGS,
  });
  return { url, stop };
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
