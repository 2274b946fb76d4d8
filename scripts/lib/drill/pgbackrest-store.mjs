/**
 * A PostgreSQL server of the system whose data pgBackRest keeps, with the configuration of
 * deploy/pgbackrest: only places and ports differ.
 */
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";
import { findPostmaster, startPostgres } from "../postgres.mjs";
import { chooseLauncher } from "../postgres-binaries.mjs";
import { stopProcess } from "../processes.mjs";
import { waitUntil } from "../wait-until.mjs";
import { withClient } from "../with-client.mjs";
import { restoreCommand } from "./commands.mjs";

const STANZA = "chaintill";
const SHIPPED = join(ROOT, "deploy/pgbackrest");
const DEBIAN = "/usr/lib/postgresql";
const COMMAND_MS = 120_000;
const LOG_MS = 60_000;

/** Returns the folder of the newest server that Debian's packages installed; undefined: none. */
function findServer() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => /^\d+$/.test(name)) : [];
  const newest = versions.sort((one, other) => Number(other) - Number(one));
  return newest.map((version) => join(DEBIAN, version, "bin")).find((bin) => existsSync(join(bin, "postgres")));
}

/** Returns what this machine lacks for it, worded as in the tests' summary; null: nothing. */
export function whyNoPgbackrest() {
  if (spawnSync("pgbackrest", ["version"]).status !== 0) return "no pgbackrest here";
  return findServer() === undefined ? "no PostgreSQL server for pgbackrest here" : null;
}

/** Reads `name = 'value'` lines, as in a file of PostgreSQL's settings. */
function readSettings(file) {
  const lines = readFileSync(file, "utf8").matchAll(/^(\w+) = '([^']*)'$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}

function run([command, ...args], options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...{ encoding: "utf8", timeout: COMMAND_MS },
    ...options,
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
}

/** pgBackRest reads PGBACKREST_<OPTION> before its file. */
function environmentOf(folder, dataDir, port) {
  return {
    PGBACKREST_CONFIG: join(SHIPPED, "pgbackrest.conf"),
    PGBACKREST_CONFIG_INCLUDE_PATH: join(folder, "conf.d"),
    PGBACKREST_REPO1_PATH: join(folder, "repository"),
    PGBACKREST_SPOOL_PATH: join(folder, "spool"),
    PGBACKREST_LOG_PATH: join(folder, "log"),
    PGBACKREST_LOCK_PATH: join(folder, "lock"),
    PGBACKREST_PG1_PATH: dataDir,
    PGBACKREST_PG1_SOCKET_PATH: folder,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_USER: "postgres",
  };
}

function untilTrue(client, query, values, what) {
  return waitUntil(what, async () => (await client.query(query, values)).rows[0].done, LOG_MS);
}

/** Waits until everything that is committed now has been archived. */
const untilArchived = (url) =>
  withClient(url, async (client) => {
    const { rows } = await client.query("SELECT pg_walfile_name(pg_switch_wal()) AS segment");
    const query = "SELECT coalesce(left(last_archived_wal, 24) >= $1, false) AS done FROM pg_stat_archiver";
    await untilTrue(client, query, [rows[0].segment], "the log to reach the archive");
  });

/** A server that replays the log can be read before it has reached the moment. */
const untilRecovered = (url) =>
  withClient(url, (client) =>
    untilTrue(client, "SELECT NOT pg_is_in_recovery() AS done", [], "the server to reach the moment"),
  );

/**
 * A store of `rehearse` (rehearse.mjs) below `folder`, with the passwords of its users.
 * @throws Error if `whyNoPgbackrest` names something, or a program fails
 */
export function openPgbackrestStore({ folder, password, processes, port }) {
  const bin = findServer();
  const dataDir = join(folder, "postgres");
  const own = environmentOf(folder, dataDir, port);
  const initFlags = ["--locale=C.UTF-8", "--auth-local=trust", "--data-checksums"];
  const binaries = { initdb: join(bin, "initdb"), postgres: join(bin, "postgres"), env: own, initFlags };
  const launcher = chooseLauncher(binaries.postgres, folder);
  const give = (path) => launcher.user && chownSync(path, launcher.user.uid, launcher.user.gid);
  const makeFolder = (path) => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    give(path);
  };
  const environment = { ...process.env, ...own };
  const pgbackrest = (...args) =>
    run([...launcher.prefix, "pgbackrest", `--stanza=${STANZA}`, ...args], { ...launcher.user, env: environment });
  const settings = { ...readSettings(join(SHIPPED, "postgresql.conf")), unix_socket_directories: folder };
  const start = () => {
    const logFile = join(folder, "postgres.log");
    return startPostgres({ dataDir, password, processes, port, logFile, settings, binaries });
  };
  const superuser = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  return {
    name: "pgBackRest",
    /** Moments after a backup can be restored as well. */
    keepsLog: true,
    /** Tables that the restore itself changes. */
    marked: [],
    async start() {
      give(folder);
      for (const name of ["repository", "spool", "log", "lock", "conf.d"]) makeFolder(join(folder, name));
      run([...launcher.prefix, join(SHIPPED, "secrets.sh"), join(folder, "conf.d/secrets.conf")], launcher.user ?? {});
      const server = await start();
      pgbackrest("stanza-create");
      pgbackrest("check");
      return server;
    },
    /** Takes a backup, full or diff, and records it. Returns what the command said. */
    async backUp(url, type) {
      pgbackrest(`--type=${type}`, "backup");
      const record = [...launcher.prefix, process.execPath, join(ROOT, "scripts/backup.mjs")];
      const env = { ...environment, DATABASE_URL: url };
      return run([...record, "--record-pgbackrest", STANZA], { ...launcher.user, env }).trim();
    },
    flush: () => untilArchived(superuser),
    /** As when the machine burns. */
    async destroy() {
      await stopProcess(findPostmaster(dataDir), { signal: "SIGQUIT", force: "SIGKILL", timeoutMs: 10_000 });
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
    /** Restores the state at this time, and returns the server that has it. */
    async restore(at) {
      makeFolder(dataDir);
      pgbackrest("--type=time", `--target=${at}`, "--target-action=promote", "restore");
      const server = await start();
      await untilRecovered(superuser);
      return server;
    },
    /** What an operator runs before a worker or a web process. */
    mark: (url) => restoreCommand(url, ["--mark"]),
  };
}
