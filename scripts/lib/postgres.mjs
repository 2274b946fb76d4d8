/**
 * An embedded PostgreSQL server: one data folder, one server, accessed with a password on the
 * loopback address.
 */
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "./ports.mjs";
import { chooseLauncher, preparePostgresBinaries } from "./postgres-binaries.mjs";
import { commandLine, isAlive, stopProcess } from "./processes.mjs";

const SUPERUSER = "postgres";
const START_TIMEOUT_MS = 30_000;
const START_ATTEMPTS = 3;
/** sun_path holds 108 bytes with its terminating zero on Linux; macOS has 104. */
const SOCKET_PATH_BYTES_MAX = 103;
const READY_LINE = 7;

/**
 * Returns the lines of postmaster.pid: pid, data folder, start time, port, socket folder, address,
 * shared memory, status.
 */
function readPostmaster(dataDir) {
  try {
    return readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

/**
 * Returns the id of the server that runs on this data folder, even if an earlier, killed process
 * started it.
 */
export function findPostmaster(dataDir) {
  const pid = Number.parseInt(readPostmaster(dataDir)[0] ?? "", 10);
  if (!(pid > 1) || !isAlive(pid)) return undefined;
  return commandLine(pid).includes(dataDir) ? pid : undefined;
}

/**
 * Stops the server of a data folder: open transactions are rolled back, everything committed is on
 * disk.
 */
export async function stopPostgres(dataDir) {
  const pid = findPostmaster(resolve(dataDir));
  if (pid) await stopProcess(pid, { signal: "SIGINT", force: "SIGQUIT", timeoutMs: 15_000 });
}

function launchOptions(launcher, binaries) {
  return { ...launcher.user, env: { ...process.env, LC_ALL: "C", TZ: "UTC", ...binaries.env } };
}

/**
 * Created beside the folder and renamed, so that a start killed half-way leaves nothing that looks
 * like a database.
 */
function initialise(dataDir, password, binaries, launcher) {
  const draft = `${dataDir}.new`;
  const passwordFile = `${dataDir}.password`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (launcher.user) for (const path of [draft, passwordFile]) chownSync(path, launcher.user.uid, launcher.user.gid);
  const [command, ...args] = [
    ...launcher.prefix,
    binaries.initdb,
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--no-instructions",
    ...binaries.initFlags,
  ];
  try {
    execFileSync(command, args, { ...launchOptions(launcher, binaries), stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new Error(`initdb failed: ${String(error.stderr ?? "").trim() || error.message}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, dataDir);
}

function serverArguments(dataDir, port, settings) {
  const fits = Buffer.byteLength(join(dataDir, ".s.PGSQL.65535")) <= SOCKET_PATH_BYTES_MAX;
  const all = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: fits ? dataDir : "",
    max_connections: "200",
    timezone: "UTC",
    log_timezone: "UTC",
    ...settings,
  };
  return ["-D", dataDir, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

function spawnServer(dataDir, port, { binaries, launcher, logFile, settings }) {
  const log = logFile ? openSync(logFile, "a", 0o600) : "ignore";
  const [command, ...args] = [...launcher.prefix, binaries.postgres, ...serverArguments(dataDir, port, settings)];
  // A session of its own: Ctrl-C in the terminal must reach only the script, which stops its
  // children in order.
  const child = spawn(command, args, {
    ...launchOptions(launcher, binaries),
    stdio: ["ignore", log, log],
    detached: true,
  });
  child.on("error", () => {});
  child.unref();
  if (typeof log === "number") closeSync(log);
  return child;
}

async function waitUntilReady(child, dataDir) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null && child.pid) {
    const lines = readPostmaster(dataDir);
    if (lines[0] === String(child.pid) && lines[READY_LINE]?.trim() === "ready") return true;
    if (Date.now() > deadline) {
      await stopProcess(child.pid, { signal: "SIGQUIT" });
      return false;
    }
    await pause(20);
  }
  return false;
}

/**
 * Roles and databases are created on the first start, or on a later one of a folder from before
 * there were as many; none of the roles is a superuser, so that none can access files.
 */
async function ensureDatabase({ port, password, role, processes, database }) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ host: "127.0.0.1", port, user: SUPERUSER, password, database: "postgres" });
  await client.connect();
  try {
    await ensureRole(client, role, "login createdb", password);
    for (const [name, own] of Object.entries(processes)) await ensureRole(client, name, "login", own);
    const made = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (made.rowCount === 0) {
      await client.query(`create database ${client.escapeIdentifier(database)} owner ${client.escapeIdentifier(role)}`);
    }
  } finally {
    await client.end();
  }
}

async function ensureRole(client, name, rights, password) {
  const known = await client.query("select 1 from pg_roles where rolname = $1", [name]);
  if (known.rowCount > 0) return;
  const [role, secret] = [client.escapeIdentifier(name), client.escapeLiteral(password)];
  await client.query(`create role ${role} ${rights} password ${secret}`);
}

/** Creates a password that needs no escaping in a URL. */
export function createPassword() {
  return randomBytes(24).toString("hex");
}

/**
 * Starts the server of `dataDir`, initialising the folder first if it holds no database, and
 * ensures that the role and the database exist. Stops a server left over from a killed start first.
 *
 * `processes`: passwords of further users by name, who own nothing; `urlOf(name)` returns how such
 * a user connects. `binaries`: another server's programs than those of npm.
 *
 * Returns `{ url, urlOf, port, pid, child, isNew, stop }`. Throws with the reason if the server
 * does not start.
 */
export async function startPostgres(options) {
  const { password, logFile, settings = {}, role = "chaintill", processes = {}, database = "chaintill" } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dirname(dataDir), { recursive: true, mode: 0o700 });
  const { binaries = preparePostgresBinaries() } = options;
  const launcher = chooseLauncher(binaries.postgres, dirname(dataDir));
  await stopPostgres(dataDir);
  const isNew = !existsSync(join(dataDir, "PG_VERSION"));
  if (isNew) initialise(dataDir, password, binaries, launcher);
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const port = await findFreePort(attempt === 1 ? options.port : undefined);
    const child = spawnServer(dataDir, port, { binaries, launcher, logFile, settings });
    if (!(await waitUntilReady(child, dataDir))) continue;
    await ensureDatabase({ port, password, role, processes, database }).catch(async (error) => {
      await stopPostgres(dataDir);
      throw error;
    });
    const urlOf = (name, own = processes[name]) => `postgresql://${name}:${own}@127.0.0.1:${port}/${database}`;
    const url = urlOf(role, password);
    return { url, urlOf, port, pid: child.pid, child, isNew, stop: () => stopPostgres(dataDir) };
  }
  throw new Error(`PostgreSQL did not start on ${dataDir}${logFile ? `; its log is ${logFile}` : ""}`);
}
